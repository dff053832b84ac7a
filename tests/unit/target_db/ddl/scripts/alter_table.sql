-- select sql from sqlite_master
create table t(a, b, primary key(a))
alter table t add column c default 5 
select sql from sqlite_master

-- select sql from sqlite_master
create table t(a, b /* ) */ )
alter table t add c int not null default 5
select sql from sqlite_master

-- alter table t add column a
create table t(a)
alter table t add column a

-- alter table t add column b primary key
create table t(a)
alter table t add column b primary key

-- alter table t add column b unique
create table t(a)
alter table t add column b unique

-- alter table t add column b not null
create table t(a)
alter table t add column b not null

-- alter table t add column b not null
create table t(a)
insert into t values(1)
alter table t add column b not null

-- alter table t add column b default current_time
create table t(a)
insert into t values(1)
alter table t add column b default current_time

-- alter table t add column b default (1+1)
create table t(a)
insert into t values(1)
alter table t add column b default (1+1)

-- alter table t add column b check(b>0) default -1
create table t(a)
insert into t values(1)
alter table t add column b check(b>0) default -1

-- alter table t add column b as (a+1) stored
create table t(a)
insert into t values(1)
alter table t add column b as (a+1) stored

-- alter table t add column b as (a+1)
create table t(a)
insert into t values(1)
alter table t add column b as (a+1)

-- alter table t add column b not null as (null)
create table t(a)
insert into t values(1)
alter table t add column b not null as (null)

-- alter table t add column b references t default 5
create table t(a)
insert into t values(1)
pragma foreign_keys=1
alter table t add column b references t default 5

-- alter table t add column b
create view t as select 1
alter table t add column b

-- alter table t rename to u
create view t as select 1
alter table t rename to u

-- alter table t rename to u
alter table t rename to u

-- alter table sqlite_master rename to u
alter table sqlite_master rename to u

-- alter table t rename to u
create table t(a)
create table u(a)
alter table t rename to u

-- alter table t rename to u
create table t(a)
create index u on t(a)
alter table t rename to u

-- alter table t rename to sqlite_u
create table t(a)
alter table t rename to sqlite_u

-- select type,name,tbl_name,sql from sqlite_master
create table t(a unique)
create index i on t(a)
create view v as select t.a from t as x, t
create trigger r after insert on t begin insert into t select a from t where t.a=new.a; end
create table c(x references t(a))
alter table t rename to u
select type,name,tbl_name,sql from sqlite_master

-- select type,name,tbl_name,sql from sqlite_master
create table t(a unique, b, check(a>b), foreign key(a) references t(b))
create index i on t(a,b) where a>1
create view v as select a, t.a as z from t order by a
create trigger r after update of a,b on t when new.a begin update t set a=new.a where t.a=old.a; insert into t(a) values(1); end
create table c(x references t(a))
alter table t rename column a to "new col"
select type,name,tbl_name,sql from sqlite_master

-- select sql from sqlite_master
create table t(a unique, b)
create view v as select a from t
alter table t rename a to c
select sql from sqlite_master

-- alter table t rename a to b
create table t(a, b)
alter table t rename a to b

-- alter table t rename z to b
create table t(a, b)
alter table t rename z to b

-- alter table t rename a to c
create table t(a, b)
create view v as select z from t
alter table t rename a to c

-- alter table t rename a to c
create table t(a, b)
create view v as select a from nosuch
alter table t rename a to c

-- alter table t rename to c
create table t(a, b)
create view v as select a from nosuch
alter table t rename to c

-- alter table t drop column z
create table t(a, b)
alter table t drop column z

-- alter table t drop column a
create table t(a)
alter table t drop column a

-- alter table t drop column a
create table t(a primary key, b unique,c)
alter table t drop column a

-- alter table t drop column b
create table t(a primary key, b unique,c)
alter table t drop column b

-- alter table t drop column b
create table t(a, b, c)
create index i on t(b)
alter table t drop column b

-- alter table t drop column b
create table t(a, b, c check(b>0))
alter table t drop column b

-- alter table t drop column b
create table t(a, b, c)
create view v as select b from t
alter table t drop column b

-- alter table t drop column b
create table t(a, b, c)
create trigger r after insert on t begin select new.b; end
alter table t drop column b

-- select sql from sqlite_master
create table t(a, b int default 5 , c)
insert into t values(1,2,3)
alter table t drop column b
select sql from sqlite_master

-- select sql from sqlite_master
create table t(a, b int default 5 , c , unique(a))
alter table t drop column c
select sql from sqlite_master

-- select sql from sqlite_master
create table t(a, b int default 5 , c )
alter table t drop column a
select sql from sqlite_master

-- alter table t drop column a
create view t as select 1 as a
alter table t drop column a

-- select sql from sqlite_master
create table t(a, b)
alter table t add constraint foo check(a>0)
select sql from sqlite_master

-- alter table t add constraint foo check(a>0)
create table t(a, b)
insert into t values(-1,1)
alter table t add constraint foo check(a>0)

-- select sql from sqlite_master
create table t(a, b, constraint foo check(a>0))
alter table t drop constraint foo
select sql from sqlite_master

-- select sql from sqlite_master
create table t(a constraint foo check(a>0), b)
alter table t drop constraint foo
select sql from sqlite_master

-- alter table t drop constraint foo
create table t(a, b)
alter table t drop constraint foo

-- select sql from sqlite_master
create table t(a, b)
alter table t alter a set not null
select sql from sqlite_master

-- alter table t alter a set not null
create table t(a, b)
insert into t values(null,1)
alter table t alter a set not null

-- select sql from sqlite_master
create table t(a not null default 5, b)
alter table t alter column a drop not null
select sql from sqlite_master

-- select sql from sqlite_master
create table t(a  default 5, b)
alter table t alter column a drop not null
select sql from sqlite_master

-- alter table t alter column z drop not null
create table t(a  default 5, b)
alter table t alter column z drop not null

-- select sql from sqlite_master
create table t(a  not null, b)
alter table t alter a set not null
select sql from sqlite_master

-- legacy_alter_table with foreign keys: references follow, views and trigger bodies do not, an index that breaks is refused
pragma legacy_alter_table=1
pragma foreign_keys=1
create table p(a primary key, b references p(a))
create table c(x references p(a), y, foreign key(y) references "p"(a))
create view v as select p.a from p
create temp trigger tr after insert on p begin insert into c select a,b from p; end
create temp table tp(x references p)
create index pb on p(b) where p.b>1
alter table p rename to q
select sql from sqlite_master
select sql from sqlite_temp_master
select tbl_name from sqlite_master

-- legacy_alter_table: the table's own text follows
pragma legacy_alter_table=1
create table p(a primary key, b references p(a), check(p.a<>5), c as (p.b))
create index pb on p(b) where p.b>1
alter table p rename to q
select sql from sqlite_master
insert into q(a,b) values(1,2)
select * from q

-- legacy_alter_table: a broken view stops other commands without a reason
pragma legacy_alter_table=1
create table t(a,b,c)
create view bad as select * from nosuch
alter table t rename a to z
alter table t drop column b
alter table t add column q
select sql from sqlite_master

-- legacy_alter_table: a broken trigger likewise
pragma legacy_alter_table=1
create table t(a,b,c)
create view v as select t.a from t
create trigger bad after insert on t begin insert into nosuch values(1); end
alter table t rename a to z
alter table t drop column b
alter table t add column q
select sql from sqlite_master

-- an ON CONFLICT without its index in a trigger is no obstacle
create table t(a,b,c)
create trigger bad after insert on t begin insert into t(a) values(1) on conflict(b) do nothing; end
alter table t drop column c
alter table t rename to q
alter table q rename b to z
alter table q add column k
select sql from sqlite_master

-- counts of values and unknown columns in INSERT are no obstacle
create table t(a,b,c)
create trigger bad after insert on t begin insert into t(a) values(1,2); end
create trigger bad2 after insert on t begin insert into t(a,q) values(1,2); end
alter table t drop column c
alter table t rename to q
alter table q rename b to z
drop trigger bad
alter table t rename to q
select sql from sqlite_master

-- an unknown column that SET assigns is no obstacle
create table t(a,b,c)
create trigger bad after insert on t begin update t set q=1; end
alter table t drop column c
alter table t rename to q
drop trigger bad
create trigger bad after insert on t begin select nosuchfunc(a) from t; end
alter table t drop column c
alter table t rename to q
drop trigger bad
create trigger bad after insert on t begin select a from t indexed by nosuch; end
alter table t drop column c
alter table t rename to q

-- an unknown function is no obstacle
create table t(a,b,c)
create view v as select nosuchfunc(a) from t
alter table t rename to q
alter table q rename a to z
drop view v
create view v(x,y) as select a from t
alter table t rename to q
alter table q rename a to z
drop view v
create view v as select a from t collate nosuch
create view v as select a collate nosuch from t order by 1
alter table t rename to q
alter table t rename a to z
drop view v
create view v as select max(a) over (order by zz) from t
alter table t rename to q

-- legacy_alter_table without foreign keys: only the first name follows
pragma legacy_alter_table=1
pragma foreign_keys=0
create table p(a primary key, b)
create table c(x references p(a), y, foreign key(y) references "p"(a))
create view v as select a from p
create trigger tr after insert on p begin insert into c select a,b from p; end
create trigger tr2 after insert on c begin insert into p select x,y from c; end
alter table p rename to q
select sql from sqlite_master
insert into q values(1,2)
insert into c values(1,2)

-- a table in place of a dropped one, which a view uses
create table t(a,b)
create table t_new(a,b,c)
insert into t_new select a,b,0 from t
create view v as select a from t
drop table t
alter table t_new rename to t
select * from v

-- the same under legacy_alter_table
create table t(a,b)
create table t_new(a,b,c)
create view v as select a from t
pragma legacy_alter_table=on
drop table t
alter table t_new rename to t
select * from v
