create table t(a integer primary key, name text, v real, b blob);
insert into t values(1,'Anna',1.5,x'00ff'),(2,'O''Neil "x"',NULL,NULL),(3,'é,ü',3e10,'multi
line'),(4,'',-1,x'');
.headers on
.mode list
select * from t;
.mode csv
select * from t;
.mode column
select * from t;
.mode table
select * from t;
.mode box
select * from t;
.mode markdown
select * from t;
.mode json
select * from t;
.mode insert tt
select * from t;
.mode quote
select * from t;
.mode line
select * from t;
.mode html
select * from t;
.mode tabs
select * from t;
.mode ascii
select * from t;
.mode tcl
select * from t;
.mode column --wrap 5
select * from t;
.mode box
.width 5 -8 0
select * from t;
.mode column
select * from t;
.width
.databases
.tables
.schema
