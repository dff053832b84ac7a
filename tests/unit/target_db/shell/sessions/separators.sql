create table t(a,b); insert into t values(1,2);
.mode csv
.mode list
select * from t;
.mode csv
.mode tcl
select * from t;
.mode csv
.mode quote
select * from t;
.mode csv
.mode ascii
select * from t;
.mode tabs
select * from t;
.mode html
.mode list
select * from t;
.separator X Y
.mode list
select * from t;
.separator X Y
.mode tabs
select * from t;
.separator X Y
.mode tcl
select * from t;
.separator X Y
.mode quote
select * from t;
.separator X Y
.mode csv
select * from t;
.separator X Y
.mode insert
select * from t;
.mode json
select * from t;
.mode line
select * from t;
.mode list
select * from t;
.cd /nonexistent
