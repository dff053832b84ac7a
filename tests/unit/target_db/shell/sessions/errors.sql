create table t(a integer primary key, b text not null unique check(length(b) < 5));
insert into t values(1,'x');
insert into t values(1,'y');
insert into t values(2,'x');
insert into t values(3,NULL);
insert into t values(4,'toolong');
insert into t values('abc','z');
select a from t where;
select nocol from t;
select nofunc(a) from t;
select abs(1,2);
select count(*) from t, t;
select a from t as x, t as y;
drop table nothere;
create table t(z);
select 1 union select 1,2;
update t set nocol = 1;
commit;
pragma foreign_keys;
select * from t order by 5;
selec 1;
.nope
.mode nope
.read missing.sql
select abs(-9223372036854775808);
select 'last';
