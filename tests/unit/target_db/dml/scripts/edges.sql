-- recursion without end
create table t(a)
create trigger r after insert on t begin insert into t values(1); end
pragma recursive_triggers=1
insert into t values(1)
select count(*) from t

-- largest rowid
create table t(a integer primary key,b)
insert into t values(9223372036854775807,1)
select 1

-- assignments
create table t(a,b)
insert into t values(1,2),(3,4)
update t set a=b, b=a
update t set (a,b)=(b,a)
update t set a=a+1, a=a+2
update t set rowid=rowid+10
update t set rowid=11
update t set rowid='x'
update t set rowid=null
update or ignore t set rowid=11
update or replace t set rowid=11

-- integer primary key updates
create table t(a integer primary key,b)
insert into t values(1,2),(3,4)
update t set a=a+1
update t set a=a+2
update t set a='7' where a=4
update t set a='x'
update t set a=null
update t set a=1.5
update t set rowid=5 where a=7
update t set oid=6, a=8 where b=4

-- returning without rows
create table t(a,b)
insert into t values(1,2)
delete from t where a=1 returning *
insert into t values(1,2) returning a as x, b+1
update t set a=5 where 0 returning *
delete from t limit 1
update t set a=1 limit 1

-- insert errors
create table t(a,b)
insert into t(a,b) select 1,2 union all select 3,4
insert into t(b,a) values(1,2),(3,4)
insert into t select 1
insert into t(a) select 1,2
insert into t select * from t where 0
insert into t values(1,2,3)
insert into t default values returning rowid
insert into t(zz) select 1

-- column lists and defaults
create table t(a,b,c default 7)
insert into t(b) values(1)
insert into t(c,b) values(1,2)
insert into t(a) values(-5)
insert into t(a) values(-9223372036854775808)
insert into t(a) values(-1.5)
insert into t(a,b,c) values(null,x'00','abc')
insert into t(A,"B",[c]) values(1,2,3)

-- not null clauses
create table t(a int not null on conflict ignore, b text not null on conflict fail, c not null on conflict replace default 5)
insert into t values(null,1,1)
insert into t values(1,null,1)
insert into t values(1,1,null)
insert into t values(1,1,1),(2,null,2)
insert into t values(3,3,3),(null,4,4),(5,5,null)
insert or abort into t values(null,1,1)
insert or ignore into t values(1,null,null)
update t set a=null
update t set b=null
update t set c=null

-- upsert and triggers
create table t(a unique, b)
create table log(x)
create trigger r before update on t begin insert into log values(old.a); end
insert into t values(1,1),(2,2)
insert into t values(1,5) on conflict(a) do update set b=excluded.b
insert into t values(1,5) on conflict(a) do update set a=2
insert into t values(1,5),(3,3) on conflict(a) do update set b=b+1 where excluded.b>4
insert into t values(1,5) on conflict do nothing

-- upsert targets
create table t(a,b)
create unique index i on t(a) where b>0
insert into t values(1,1)
insert into t values(1,2) on conflict(a) do nothing
insert into t values(1,2) on conflict(a) where b>0 do update set b=9
insert into t values(1,2) on conflict(a) where b>1 do nothing
create unique index j on t(lower(a))
insert into t values('x',0)
insert into t values('X',0) on conflict(lower(a)) do update set b=-1
insert into t values('X',0) on conflict(a,b) do nothing

-- upsert without rowid
create table t(a text primary key, b, c) without rowid
insert into t values('x',1,2)
insert into t values('x',3,4) on conflict(a) do update set b=excluded.b, c=c+1
insert into t values('x',3,4) on conflict do nothing
insert or replace into t values('x',7,8)
update t set a='y'
delete from t where a='y' returning b

-- views with triggers
create table t(a,b)
create view v as select a,b from t
create trigger ti instead of insert on v begin insert into t values(new.a,new.b); end
with w(x,y) as (values(1,2),(3,4)) insert into v select * from w
insert into v values(5,6)
create trigger tu instead of update of a on v begin update t set a=new.a where a=old.a; end
update v set b=1
update v set a=a+100 where b>2
delete from v

-- rollback by conflict
begin
create table t(a unique)
insert into t values(1),(2)
savepoint a
insert into t values(3),(1)
insert or rollback into t values(1)
rollback
create table t(a unique)
begin immediate
insert into t values(1)
end transaction
begin exclusive
rollback transaction
savepoint 'x y'
release "x y"

-- nested savepoints
create table t(a)
begin
insert into t values(1)
savepoint s1
insert into t values(2)
savepoint s2
insert into t values(3)
release s1
rollback to s2
rollback to s1
commit
savepoint s
insert into t values(4)
rollback to s
insert into t values(5)
savepoint s
insert into t values(6)
rollback to s
release s
release s

-- schema changes undone
create table t(a)
insert into t values(1),(2),(3)
create index i on t(a)
begin
drop table t
create table t(b,c)
insert into t values(1,2)
rollback
insert into t values(4)
begin
alter table t rename to u
insert into u values(5)
rollback
insert into t values(6)
begin
drop index i
rollback
insert into t values(7)

-- pragma values
pragma user_version=7
begin
pragma user_version=8
rollback
pragma user_version
pragma application_id=-5
pragma application_id
pragma foreign_keys=on
pragma foreign_keys
begin
pragma foreign_keys=off
pragma foreign_keys
commit
pragma recursive_triggers=yes
pragma recursive_triggers
pragma main.user_version
pragma temp.user_version
pragma nosuch.user_version
pragma count_changes=1
pragma count_changes

-- count changes
create table t(a)
pragma count_changes=1
insert into t values(1),(2)
update t set a=5
delete from t
insert into t default values

-- table pragmas
create table t(a int, b text not null default 'x', c as (a+1), primary key(a,b))
pragma table_info(t)
pragma table_xinfo(t)
pragma index_list(t)
pragma index_info(sqlite_autoindex_t_1)
pragma index_xinfo(sqlite_autoindex_t_1)
pragma table_list
create view v as select a, b+1 as z from t
pragma table_info(v)
pragma table_xinfo('v')
pragma table_list(v)
create table w(a primary key, b unique) without rowid
pragma index_list(w)
pragma index_xinfo(sqlite_autoindex_w_1)
pragma index_xinfo(sqlite_autoindex_w_2)
pragma table_info=t
pragma main.table_info(t)
pragma table_info(nosuch)
pragma collation_list

-- foreign key list
create table p(x primary key)
create table t(a int references p, b references p(x) on delete cascade on update set null deferrable initially deferred, foreign key(a,b) references q(c,d) match full)
pragma foreign_key_list(t)
insert into t values(1,2)
pragma foreign_key_check(p)

-- foreign key check
create table p(x primary key)
create table t(a references p)
insert into t values(1),(null),(2)
pragma foreign_key_check
pragma foreign_key_check(t)
insert into p values(2)
pragma foreign_key_check

-- schema tables
select name from pragma_table_info('sqlite_master')
create table t(a,b)
select name, type from pragma_table_info('t')
select count(*) from sqlite_schema
select name from sqlite_temp_master
insert into sqlite_master values(1)
update sqlite_schema set name='x'
delete from sqlite_master
create temp table q(x)
select name from sqlite_temp_schema
select name from temp.sqlite_master
select name from main.sqlite_schema

-- new and old have no affinity
create table t(a integer, b, c text)
create trigger r after update of b on t begin update t set c='hit' where c=old.a; end
insert into t values(1,1,'01'),(2,2,'2')
update t set b=5
create table u(k integer primary key, n text unique)
insert into u values(1,'1')
insert into u values(1,'x') on conflict(k) do update set n='k' where n=excluded.k
insert into u values(3,'k') on conflict(n) do update set n='again'

-- default of an integer primary key
create table t(a integer primary key default 7, b)
insert into t default values
insert into t(b) values(1)

-- keys in order
create table t(a, b unique, c unique, primary key(b,a)) without rowid
create unique index i on t(c,a)
pragma index_list(t)
insert into t values(1,1,1)
insert into t values(1,1,1)
create table u(a primary key, b unique) without rowid
insert into u values(1,1)
insert into u values(1,1)
create table v(a unique, b unique on conflict rollback, primary key(b)) without rowid
insert into v values(1,1)
begin
insert into v values(2,1)
create table w(a unique on conflict ignore, primary key(a) on conflict replace) without rowid

-- upsert clauses come first
create table t(a int primary key, b unique, c)
insert into t values(1,1,1),(2,2,2)
insert into t values(1,2,9) on conflict(a) do update set c=9
insert into t values(1,2,8) on conflict(b) do update set c=8
insert into t values(1,2,7) on conflict(c) do nothing

-- old row of a delete
create table t(a,b)
create table log(x)
create trigger r before delete on t begin update t set b='changed' where a=old.a; end
create trigger r2 after delete on t begin insert into log values(old.b); end
insert into t values(1,'first'),(2,'second')
delete from t returning *

-- fail inside a trigger
create table t(a unique, b)
create table u(x unique)
insert into u values(2)
create trigger r after update on t begin insert into u values(new.a); end
insert into t values(1,1),(5,5)
update or fail t set a=a+1
update t set a=a+1

-- mismatch before triggers
create table t(a integer primary key, b)
create table log(x)
create trigger r before insert on t begin insert into log values(new.a); end
insert into t values('x',1)
insert into t values('5',1)
insert into t values(6.0,1)

-- autoincrement without rows
create table t(a integer primary key autoincrement)
insert into t select 1 where 0
insert into t values(5)
insert into t select 9 where 0

-- query only
create table t(a)
insert into t values(1)
pragma query_only=1
insert into t values(2)
update t set a=3
delete from t
create table u(b)
select * from t
pragma query_only=0
insert into t values(4)

CREATE TABLE plain(a, b);
INSERT INTO plain(rowid, a, b) VALUES (1, 2, 3);
INSERT INTO plain(rowid, a, b) VALUES (1, 5, 6) ON CONFLICT (rowid) DO UPDATE SET b = excluded.b;
INSERT INTO plain(rowid, a) VALUES (1, 9) ON CONFLICT (oid) DO NOTHING;
SELECT rowid, * FROM plain;
