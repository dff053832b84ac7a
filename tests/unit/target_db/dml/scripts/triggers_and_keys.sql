-- after and before triggers
create table t(a,b)
create table log(x)
create trigger r1 after insert on t begin insert into log values('ins '||new.a); end
create trigger r2 before insert on t begin insert into log values('bef '||new.a||' '||new.rowid); end
create trigger r3 after update of b on t begin insert into log values('upd '||old.b||new.b); end
create trigger r4 after delete on t when old.a>1 begin insert into log values('del '||old.a); end
insert into t values(1,2),(2,3)
update t set a=a+1
update t set b=b+1
delete from t
insert into t select 5,6 union select 7,8

-- before insert and rowids
create table t(a integer primary key,b unique)
create table log(x)
create trigger r1 before insert on t begin insert into log values(new.a); end
insert into t values(null,1)
insert into t values(5,2),(null,3)
insert or ignore into t values(5,4)
insert or replace into t values(5,3)
replace into t(b) values(1)

-- replace fires delete triggers when recursive
create table t(a integer primary key,b unique)
create table log(x)
create trigger d after delete on t begin insert into log values('del '||old.a); end
insert into t values(1,1),(2,2)
replace into t values(1,2)
pragma recursive_triggers=1
insert into t values(3,3)
replace into t values(1,3)

-- raise
create table t(a)
create trigger r before insert on t when new.a<0 begin select raise(ignore); end
create trigger r2 before insert on t when new.a>10 begin select raise(abort,'too big'); end
create trigger r3 before insert on t when new.a=5 begin select raise(fail,'five'); end
create trigger r4 before insert on t when new.a=6 begin select raise(rollback,'six'); end
insert into t values(1),(-1),(2)
insert into t values(3),(11)
insert into t values(3),(5),(4)
begin
insert into t values(4),(6)
insert into t values(7)
delete from t where a=3

-- recursive triggers
create table t(a,n)
create trigger r after insert on t when new.n>0 begin insert into t values(new.a,new.n-1); end
insert into t values('x',3)
pragma recursive_triggers=on
insert into t values('y',3)
select changes(), total_changes()

-- counters in triggers
create table t(a)
create table u(a)
create trigger r after insert on t begin insert into u values(new.a); insert into u values(changes()); insert into u values(last_insert_rowid()); end
insert into t values(1)
select last_insert_rowid(), changes()
insert into t values(1),(2)

-- instead of triggers
create table t(a,b)
create view v as select a, b*2 as c from t
create table log(x)
create trigger vi instead of insert on v begin insert into t values(new.a,new.c/2); end
create trigger vu instead of update on v begin update t set a=new.a, b=new.c/2 where a=old.a; insert into log values(old.c||'->'||new.c); end
create trigger vd instead of delete on v begin delete from t where a=old.a; end
insert into v values(1,10),(2,20)
update v set c=c+2 where a=1
delete from v where a=2
insert into v(a) values(9)
update v set a=100
insert into v values(1,2) returning *
insert into v default values

-- update in an update trigger
create table t(a,b)
create trigger r after update on t begin update t set b=new.a where a=old.a; end
insert into t values(1,1),(2,2)
update t set a=a+10

-- rows gone before their turn
create table t(a,b)
create trigger r before delete on t begin update t set b=99 where a=old.a+1; delete from t where a=old.a+2; end
insert into t values(1,1),(2,2),(3,3),(4,4)
delete from t where a in (1,3)

-- changes seen after before triggers
create table t(a integer primary key,b)
create trigger r before update on t begin update t set b=b||'x' where a=old.a; end
insert into t values(1,1),(2,2)
update t set a=a+10
update t set b='q'

-- row deleted by its own trigger
create table t(a integer primary key,b)
create trigger r before update on t begin delete from t where a=old.a; end
insert into t values(1,1),(2,2)
update t set b=5

-- conflict clause of the outer statement
create table t(a unique,b)
create table u(x unique)
insert into u values(1)
create trigger r after insert on t begin insert or ignore into u values(new.a); end
insert into t values(1,1)
insert or abort into t values(1,2)
delete from t
insert or fail into t values(2,2),(1,3),(4,4)
insert or replace into t values(1,7)

-- tables missing from triggers
create table t(a)
create trigger r after insert on t begin insert into nosuch values(1); end
insert into t values(1)
create table nosuch(x)
insert into t values(2)
drop table nosuch
insert into t values(3)
drop trigger r
insert into t values(4)

-- temp triggers
create table t(a)
create temp table log(x)
create temp trigger r after insert on t begin insert into log values(new.a); end
insert into t values(1)
drop table t
create table t(a)
insert into t values(2)

-- foreign keys
create table p(id integer primary key, x unique)
create table c(a references p, b references p(x))
pragma foreign_keys=1
insert into c values(1,null)
insert into p values(1,10),(2,20)
insert into c values(1,10),(null,20),(2,null)
insert into c values(1,11)
delete from p where id=1
update p set x=11 where id=1
update p set id=1 where id=1
update c set a=3 where a=2
delete from c
delete from p

-- foreign key actions
create table p(id integer primary key)
create table c(a references p on delete cascade on update cascade)
create table d(a references p on delete set null on update set default)
create table e(a default 7 references p on delete set default)
pragma foreign_keys=1
insert into p values(1),(2),(3),(7)
insert into c values(1),(2),(2)
insert into d values(1),(3)
insert into e values(1)
delete from p where id=1
update p set id=20 where id=2
update p set id=30 where id=3
delete from p

-- deferred foreign keys
create table p(id integer primary key)
create table c(a references p deferrable initially deferred)
pragma foreign_keys=1
insert into c values(1)
begin
insert into c values(1)
commit
insert into p values(1)
commit
begin
delete from p
savepoint x
insert into p values(1)
rollback to x
commit
rollback

-- self references
create table t(id integer primary key, parent references t)
pragma foreign_keys=1
insert into t values(1,1)
insert into t values(2,3),(3,2)
delete from t where id=2
insert into t values(5,6)
update t set parent=null where id=3
delete from t where id=2
delete from t

-- composite foreign keys
create table p(a,b,unique(a,b))
create table c(x,y,foreign key(x,y) references p(a,b) on delete restrict on update cascade)
pragma foreign_keys=1
insert into p values(1,2),(3,4)
insert into c values(1,2),(null,9)
insert into c values(1,3)
delete from p where a=1
update p set a=5 where a=1
replace into p values(5,2)
drop table p
delete from c
drop table p

-- foreign key mismatch
create table p(a)
create table c(x references p(a))
pragma foreign_keys=1
insert into c values(1)
insert into p values(1)
delete from p
create table c2(x references nosuch)
insert into c2 values(1)
insert into c2 values(null)

-- update from
create table t(a,b)
create table u(a,c)
insert into t values(1,1),(2,2),(3,3)
insert into u values(1,10),(2,20),(2,30)
update t set b=c from u where t.a=u.a
update t set (a,b)=(7,c) from u where t.a=u.a and u.c<15 returning *
update t as x set b=y.c from u as y where x.a=y.a and c>25
update t set b=v.n from (select count(*) as n from u) as v

-- common tables in dml
create table t(a,b)
insert into t values(1,1),(2,2),(3,3)
with c as (select 2 as z) update t set b=9 where a in (select z from c)
with c as (select 3 as z) delete from t where a in (select z from c)
with c(p,q) as (values(7,8)) insert into t select * from c
insert into t with c(p,q) as (values(9,8)) select * from c
update t set (a,b)=(select b,a from t as u where u.a=t.a)

-- insert from the same table
create table t(a,b)
insert into t values(1,1),(2,2),(3,3)
insert into t select a+10,b from t
insert into t select * from t where a<3
delete from t where a=(select max(a) from t)
update t set b=(select max(a) from t)

-- create table as
create table t(a)
create table t2 as select 1 as x, 'a' as y union all select 2.5, null
create table t3 as select * from t2 where 0
create table t4 as select x+1, y||y from t2
create table t5(a,b)
insert into t5 select * from t2
insert into t5(b,a) select * from t2 order by x desc limit 1

-- views and trigger errors
create table t(a)
create view v(x,y) as select a, a+1 from t
create view v as select 1
create view if not exists v as select 1
create view w as select ?1
create trigger r after insert on t begin select ?1; end
create trigger r after insert on nosuch begin select 1; end
create trigger r instead of insert on t begin select 1; end
create trigger r before insert on v begin select 1; end
create temp trigger main.r after insert on t begin select 1; end
create trigger x.r after insert on t begin select 1; end
create table sqlite_a(b)
create table x.t(a)
create temp table main.t(a)

-- create table errors
create table t(a, A)
create table t(a primary key, b primary key)
create table t(a primary key autoincrement)
create table t(a) without rowid
create table t(a integer primary key autoincrement) without rowid
create table t(a) strict
create table t(a foo) strict
create table t(a, primary key(b))
create table t(a, unique(b))
create table t(a, unique(a+1))
create table t(a as (1))
create table t(a default (b))
create table t(a references x(a,b))
create table t(a, foreign key(b) references x(a))
create table t(a, foreign key(a) references x(a,b))
create table t(a unique on conflict replace, unique(a) on conflict ignore)
create table t(a check (x))
create table t(a check (a in (select 1)))
create table t(a primary key, b as (a) primary key)
create table t(a, b as (a) default 3)
create table t(a, b as (b))
create table t(a, b as (c), c as (b))
create table main.t(a, b as (rowid))
create table t(a collate foo)
create table t(a check(random()))
create table t(a check(?))
create table t(a check(sum(a)))

-- create index errors
create table t(a)
create index i on t(a collate foo)
create index i on t(random())
create index i on t((select 1))
create index i on t(a) where (select 1)
create index i on t(sum(a))
create index sqlite_i on t(a)
create index i on sqlite_master(name)
create index i on t(b)
create index i on t(a+b)
create index i on t(?)
create index i on nosuch(a)
create index x.i on t(a)
create index i on t('a')
create index j on t("zz")
create index t on t(a)
create index if not exists t on t(a)

-- switching defer_foreign_keys off forgets what it postponed
pragma foreign_keys=on
create table p(id integer primary key, n)
create table c(id integer primary key, p integer references p(id))
create table d(p integer references p(id) deferrable initially deferred)
insert into p values(1,'a')
insert into c values(1,1)
begin
pragma defer_foreign_keys=on
savepoint s
create table p_new(id integer primary key, n, x)
insert into p_new select id, n, 1 from p
drop table p
pragma legacy_alter_table=on
alter table p_new rename to p
pragma legacy_alter_table=off
release s
pragma defer_foreign_keys=off
commit
begin
pragma defer_foreign_keys=on
insert into c values(2,7)
insert into d values(8)
savepoint s
insert into c values(3,9)
rollback to s
pragma defer_foreign_keys=off
commit
insert into p values(8,'b',0)
commit
pragma foreign_key_check
