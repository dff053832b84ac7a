-- rowids and unique columns
create table t(a integer primary key, b unique)
insert into t values('x',1)
insert into t values(1,1)
insert into t values(2,1)
insert into t values(1,2)
insert into t(b) values(9)
insert into t values('5',5),(null,6),(7.0,7)
insert into t values(7.5,1)

-- primary key of two columns
create table t(a,b,primary key(a,b))
insert into t values(1,1)
insert into t values(1,1),(2,2)
insert or ignore into t values(1,1),(2,2)
insert or replace into t values(1,1),(3,3)
update t set a=1 where a=2
update t set b=b+1
update or replace t set a=1,b=1
update or ignore t set a=7

-- without rowid
create table t(a,b,c, primary key(b,a)) without rowid
insert into t values(1,2,3),(4,5,6)
insert into t values(1,2,4)
replace into t values(1,2,4)
update t set a=4,b=5 where a=1
update t set c=c+1
delete from t where a=1
insert into t values(null,1,1)
create index i on t(c)
create unique index j on t(c,a)
insert into t values(9,9,7),(8,8,7)
insert or replace into t values(9,7,7)
update t set b=100-b

-- unique expression index
create table t(a,b)
create unique index i on t(a+b)
insert into t values(1,1)
insert into t values(2,0)
insert or replace into t values(2,0)
update t set a=3
delete from t

-- not null
create table t(a not null, b not null default 5)
insert into t(b) values(1)
insert into t(a,b) values(1,null)
insert or replace into t(a,b) values(1,null)
insert or replace into t(a,b) values(null,1)
insert or ignore into t values(null,1),(2,2),(3,null)
update t set a=null
update or ignore t set a=null
update or replace t set b=null

-- check
create table t(a check(a>0), b constraint foo check(b<10))
insert into t values(-1,1)
insert into t values(1,11)
insert into t values(null,null),('x',5)
insert or ignore into t values(-1,3),(4,4)
update t set a=-1
insert or replace into t values(-5,1)
pragma ignore_check_constraints=1
insert into t values(-1,100)

-- strict
create table t(a int, b text, c real, d blob, e any, f integer) strict
insert into t values('1',2,3,x'00','x',4.0)
insert into t values('abc',2,3,x'00','x',4)
insert into t values(1,2,'z',x'00','x',4)
insert into t values(1,2,3,'x',1,1)
insert into t values(1,x'01',1,x'01',1,1)
insert into t values(1.5,2,3,null,null,null)
update t set a='zz'

-- column lists
create table t(a int, b text)
insert into t values(1)
insert into t(a) values(1,2)
insert into t(c) values(1)
insert into t(a,a) values(1,2)
insert into t(b,rowid,a) values('x',10,1)
insert into t(rowid,a) values('zz',1)
insert into t(rowid) values(null)
insert into t default values
insert into t(oid) values(5.0)

-- generated columns
create table t(a int, b as (a+1), c as (b*2) stored unique)
insert into t values(1)
insert into t(a) values(2),(3)
insert into t values(1)
update t set a=2 where a=1
update t set a=a+10
insert into t(b) values(1)
update t set b=1
create index i on t(b)
delete from t where b=13

-- defaults
create table t(a int default 5, b default 'x', c default (1+2), d default -7, e default null, f default current_timestamp is null)
insert into t default values

-- defaults and nulls
create table t(a int default 5, b default 'x', c default (1+2), d default -7, e default null)
insert into t default values
insert into t(a) values(null)
insert into t(b) values(3)

-- autoincrement
create table t(a integer primary key autoincrement, b)
insert into t values(null,1),(10,2),(null,3)
delete from t
insert into t(b) values(1)
insert into t values(3,3)
begin
insert into t(b) values(4)
rollback
insert into t(b) values(5)
insert into t values(9223372036854775807,1)
insert into t(b) values(1)
drop table t

-- savepoints in a transaction
begin
create table t(a)
insert into t values(1)
savepoint x
insert into t values(2)
savepoint y
insert into t values(3)
rollback to x
insert into t values(4)
release x
rollback to x
commit
commit
rollback
begin
begin
end

-- savepoints that begin one
savepoint x
create table t(a)
savepoint X
create index i on t(a)
insert into t values(1)
rollback to x
insert into t values(2)
release x
release x
release x

-- conflict clauses of statements
create table t(a unique)
begin
insert into t values(1)
insert into t values(2),(3),(1)
insert or fail into t values(2),(3),(1),(4)
insert or ignore into t values(5),(1),(6)
insert or replace into t values(7),(1),(8)
insert or rollback into t values(9),(1)
commit
insert or fail into t values(2),(3),(3),(4)
insert or rollback into t values(11),(3)

-- conflict clauses of constraints
create table t(a unique on conflict ignore, b unique on conflict replace, c unique on conflict fail)
insert into t values(1,1,1)
insert into t values(1,2,2)
insert into t values(2,1,2)
insert into t values(2,1,3),(3,3,2),(4,4,4),(5,5,4),(6,6,6)
insert or abort into t values(1,2,3)
insert or abort into t values(10,1,11)

-- primary key that replaces
create table t(a integer primary key on conflict replace, b unique)
insert into t values(1,1),(2,2)
insert into t values(1,2)
insert into t values(1,3)
insert into t values(3,3)

-- partial indexes
create table t(a,b)
create index i1 on t(a) where b>0
create unique index i2 on t(a) where b>5
insert into t values(1,1),(1,6),(2,7),(null,9),(null,9)
insert into t values(1,8)
update t set b=6 where b=1
update t set b=0
delete from t where a=1

-- create and drop index
create table t(a,b)
insert into t values(1,2),(1,3)
create unique index i on t(a)
create unique index j on t(b)
drop index j
drop index j
drop index if exists j
create index i on t(a)
create index if not exists i on t(a)
create table i(x)
drop table t
drop table t
drop table if exists t

-- tables and views by kind
create table t(a)
create view v as select * from t
drop table v
drop view t
insert into v values(1)
drop view v
drop view v

-- temp tables
create temp table t(a)
create table t(a,b)
insert into t values(1)
insert into main.t values(1,2)
drop table t
insert into t values(3,4)
create index temp.i on t(a)
create index i on t(a)

-- attached databases
attach ':memory:' as x
create table x.t(a unique)
insert into t values(1)
insert into x.t values(1)
begin
insert into t values(2)
savepoint a
create table t(b)
insert into t values(5)
rollback to a
commit
detach x
insert into t values(1)

-- collations
create table t(a text collate nocase primary key, b text collate rtrim unique)
insert into t values('abc','x')
insert into t values('ABC','y')
insert into t values('d','x   ')
insert or replace into t values('ABC','X')
update t set b='q  '

-- affinity
create table t(a int, b numeric, c real, d text, e blob)
insert into t values('12','1e3','5',5,'z')
insert into t values('abc','0x10','1.50',1.5,7)
insert into t values(1.5,'12.0',3,1e20,2.5)
insert into t values(3.0,'9223372036854775808',9223372036854775807,9223372036854775807,x'41')
update t set a=d,d=c,b=c

-- returning
create table t(a,b unique on conflict replace, c as (b+1))
insert into t values(1,1),(2,1) returning a,b,c,rowid
update t set a=9 returning *, a as z
delete from t returning a+1
insert into t(a) values(5) returning t.*
insert into t(a) values(5) returning t.a, main.t.a

-- upsert
create table t(a integer primary key, b unique, c)
insert into t values(1,1,1) on conflict do nothing
insert into t values(1,2,3) on conflict do nothing
insert into t values(1,2,3) on conflict(a) do update set c=excluded.c+t.c
insert into t values(5,1,9) on conflict(b) do update set c=c+excluded.c where c<100 returning *
insert into t values(1,9,9) on conflict(b) do nothing
insert into t values(1,1,9) on conflict(b) do update set c=-1 on conflict(a) do update set c=-2
insert into t values(1,7,9) on conflict(b) do update set c=-1 on conflict(a) do update set c=-2
insert into t values(1,2,3) on conflict(c) do nothing
insert into t values(1,2,3) on conflict(zz) do nothing
insert into t values(2,2,2),(2,2,3) on conflict do update set c=excluded.c

-- a name twice in INSERT: the first counts, of the rowid the last
create table t(a,b, k integer primary key)
insert into t(b,b) values(1,2)
insert into t(k,k) values(5,6)
insert into t(k,k,b) values(5,7,1),(8,9,2)
insert into t(rowid,k) values(15,16)
insert into t(k,rowid) values(25,26)

-- RETURNING knows the table by its name, not its alias
create table t(a,b)
insert into t values(1,2)
update t as q set a=1 where q.b=2 returning t.a, a
update t as q set a=1 where q.b=2 returning q.a
delete from t as q where q.b=2 returning q.a
delete from t as q where q.b=2 returning t.a

-- the table to update may not stand in FROM under the same name
create table t(a,b)
update t set a=2 from t
update t as x set a=2 from t as x
update t as z set a=t.b from t where z.b=t.b

-- INDEXED BY an index that is not there
create table t(a)
delete from t indexed by nosuch where a=1
update t indexed by nosuch set a=1
create index k on t(a)
delete from t indexed by k where a=1

-- triggers in temp on tables of other databases
create table t(a)
create temp table log(a)
create trigger temp.x after insert on t begin insert into log values(new.a); end
create trigger main.z after insert on temp.log begin select 1; end
create temp trigger q after insert on nosuch begin select 1; end
insert into t values(1)

-- bare columns beside min() and max() where every value is NULL
create table q(a, b)
insert into q values (null, 1), (null, 2)
select b, max(a) from q
select b, min(a) from q
create index qi on q(a)
select b, max(a) from q
select b, min(a) from q
insert into q values (5, 7), (3, 6)
select b, max(a) from q
select b, min(a) from q

-- arguments of table-valued functions may be aliases of result columns
create table t(a text, b text)
create index ti on t(b, a)
select m.name as "table", i.name as iname, x.seqno, x.cid from sqlite_master m join pragma_index_list(m.name) i join pragma_index_xinfo(iname) x where m.type='table'
select '[1,2]' as j, value from json_each(j)
select '[1,2]' as j, '[3]' as J, value from json_each(j)
select nosuch from json_each(nosuch)
