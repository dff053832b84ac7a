create table t(a integer primary key, b text);
create table "my table"(x, y default 'q');
create index ib on t(b);
create view v as select a, b from t;
create trigger tr after insert on t begin select 1; end;
insert into t values(1,'x'),(2,'y');
insert into t values(1,'x');
create table seq(id integer primary key autoincrement, v real);
insert into seq(v) values(1.5),(2);
.tables
.tables my%
.indexes
.schema
.schema v
.dump
.databases
.print 'a b' "c\td" e
.mode csv
.once once.csv
select * from t;
select 2;
.import once.csv t2
.schema t2
select * from t2;
.import --csv --skip 1 once.csv t
.mode list
select count(*) from t;
.parameter set :x 'hello'
.parameter set $y 5
.parameter list
select :x, $y;
.parameter unset :x
select :x;
.nullvalue NULL
select null, 1;
.separator ", "
select 1,2,3;
.headers on
select 1 as one, 2 as "two x";
.mode column
select 1 as one, 'abc' as s union all select 22, 'defghi';
.mode list
explain query plan select * from t where a=1;
explain query plan select * from t join seq on t.a=seq.id order by b;
.eqp on
select b from t where b='x';
.eqp off
.echo on
select 1;
.echo off
delete from t where a>1;
.backup bk.db
.open bk.db
.tables
select count(*) from seq;
.fullschema
analyze;
.fullschema
.mode nope
.nope
.headers
selec 1;
select * from nope;
select a, nocol from t;
select 1/0, abs(-9223372036854775808);
insert into seq values(1,1);
select 'incomplete
