-- errors
select nope from t1
select t9.a from t1
select a from t1,t2
select * from nope
select * from nope.t1
select a from t1 group by nope
select count(*) from t1 group by 5
select * from t1 order by 9
select sum(sum(a)) from t1
select a from t1 where sum(a)>1
select * from t1 join t2 using(zz)
select * from t1 indexed by nope where b=20
select (1,2)
select (select 1,2)
select a from t1 where a=(select 1,2)
select a from t1 where (a,b)=(1,2,3)
select a in (select 1,2) from t1
with a as (select * from a) select * from a
with a as (select 1 x), a as (select 2) select * from a
with a(x,y) as (select 1) select * from a
with recursive r(x) as (select 1 union all select count(*) from r) select * from r
with recursive r(x) as (select x from r union all select 1) select * from r
select * from t1 as x, lateral (select 1)
select a.* from t1

-- windows
select a, sum(b) over (order by a) from t1
select a, row_number() over (partition by b order by a desc) from t1 order by a
select sum(b) over w, count(*) over w from t1 window w as (order by a rows 1 preceding)
select b, sum(count(*)) over (order by b) from t1 group by b

-- common tables
with x as (select a,b from t1) select * from x where a>2
with x as (select a,b from t1), y as (select a from x where b>5) select x.a,y.a from x,y where x.a=y.a
with x(p,q) as (select a,b from t1 limit 3) select x.p,y.q from x join x as y on x.p=y.p
with recursive c(n) as (values(1) union all select n+1 from c where n<10) select sum(n) from c
with recursive c(n) as (values(1) union all select n+1 from c) select n from c limit 5
with recursive c(n) as (values(1) union select n%3+1 from c) select n from c
with recursive c(n,d) as (select 1,0 union all select n*2,d+1 from c where d<3 union all select n*3,d+1 from c where d<3) select * from c
with recursive c(n,d) as (select 1,0 union all select n*2,d+1 from c where d<3 order by 2 desc) select * from c
with recursive c(n) as (values(1) union all select n+1 from c limit 4 offset 1) select n from c

-- compounds
select a from t1 union select a from t2
select a from t1 union all select a from t2 order by 1 desc
select a from t1 except select a from t2
select a from t1 intersect select a from t2
select a,c from t1 union select a,e from t2 order by 2,1
select a from t1 union all select b from t1 union select 20 order by a
select a as q from t1 union select b from t2 order by q limit 3 offset 1
values(1,2),(3,4) union all select 5,6
select 1 in (select null union select 2)

-- joins
select * from t1 join t2 using(a)
select * from t1 natural join t2
select * from t1 left join t2 using(a)
select * from t1 left join t2 on t1.a=t2.a where t2.b is null
select * from t1 left join t2 on t1.a=t2.a and t2.b>10
select * from t1 left join t2 on t1.a=t2.a where t2.b>10
select * from t1 right join t2 on t1.a=t2.a
select * from t1 right join t2 using(a)
select * from t1 full join t2 using(a)
select * from t1 full join t2 on t1.b=t2.b order by 1,4
select * from t1 cross join t2 where t1.a=t2.a
select count(*) from t1,t2,t3
select * from t1,t2 where t1.b=t2.b
select v1.*, t2.e from v1, t2 where v1.a=t2.a
select count(*), sum(b), a from e, t1
select max(a) from e,t1
select t1.* from t1,t2 limit 2
select * from t1 join t2 on t1.a=t2.a join t3 on t3.v=t2.a
select * from (t1 join t2 on t1.a=t2.a)
select * from t1 left join (t2 join t3 on t2.a=t3.v) on t1.a=t2.a
select t3.k from t1 left join (t2 join t3 on t2.a=t3.v) on t1.a=t2.a
select * from t1 left join (select a,count(*) n from t2 group by a) s on s.a=t1.a
select count(*) from t1 a, t1 b, t1 c where a.b=b.b and b.a<c.a
select a.a from t1 a, t1 b on a.a=b.b/10 where b.c='y'
select t1.a from t1 join t2 on t1.a=t2.a group by t1.a order by count(*) desc, 1
select t1.a from t1 left join t2 on t2.a=t1.a left join t3 on t3.v=t2.a where t3.w=4

-- subqueries
select * from (select a,b from t1 order by b desc limit 2)
select * from (select distinct b from t1) order by 1
select a from t1 where b in (select b from t2)
select a from t1 where b not in (select b from t2)
select a from t1 where b not in (select b from t2 where b is not null)
select a from t1 where exists (select 1 from t2 where t2.a=t1.a)
select a from t1 where not exists (select 1 from t2 where t2.a=t1.a)
select a,(select group_concat(e) from t2 where t2.a=t1.a) from t1
select a,(select e from t2 where t2.a=t1.a order by b desc limit 1) from t1
select (select a from t1 where 0)
select a from t1 where (a,b) in (select a,b from t2)
select * from (select 1,2)
select * from (select 1 as a, 2 as a)
select a from (select 1 as a, 2 as a)
select x.a from t1 x where x.b=(select max(b) from t1 y where y.c=x.c)
select * from t1 where a=(select max(a) from t1)
select exists(select 1 from e)
select a in (select x from e) from t1
select null in (select x from e)
select null in (select 1)
select 'a' in (select e from t2)
select 'x' in (select e from t2)
select (select b from t2 where t2.a=t1.a) as z from t1 where z>5
select * from t1 where t1.rowid in (select a from t2)
select (select count(*) from t2 where t2.a<t1.a) from t1 order by 1 desc
select (select sum(t1.a) from t2) from t1
select sum(t2.a), (select max(t1.a) from t1 where t1.b=sum(t2.b)) from t2
select (select t1.a+t2.a from t2 limit 1) from t1
select * from t1 where a > (select avg(a) from t1) and b in (select b from t2 where t2.a=t1.a or t2.a is null)

-- grouping and aggregates
select max(b), c from t1
select min(d), c from t1
select count(*), count(b), sum(b), avg(b), total(d), group_concat(c) from t1
select b, count(*), group_concat(c,'-') from t1 group by b
select b, count(*) from t1 group by b having count(*)>1
select b, count(*) n from t1 group by 1 order by n desc, b
select c, sum(b) from t1 group by c collate nocase
select e, count(*) from t2 group by e
select distinct e from t2
select distinct c collate nocase from t1
select count(distinct b), count(distinct c) from t1
select sum(distinct b) filter (where a>1) from t1
select group_concat(c order by b desc) from t1
select count(*) where 0
select count(*) from t1 where 0
select max(a) from t1
select min(a) from t1
select max(b),min(b) from t1
select b as x, count(*) from t1 group by x
select case when a>2 then 'big' else 'small' end k, count(*) from t1 group by k
select sum(a) from t1 having sum(a)>100
select a, count(*) from t1 group by a%2
select a%2, max(a), b from t1 group by a%2
select distinct b from t1 order by b desc limit 2
select distinct b, c from t1 order by a
select count(*) filter (where b>5) from t1
select b, group_concat(distinct c) from t1 group by b
select max(c collate nocase) from t1

-- order and limit
select a,b1 from v1 where c='x' order by b1 desc
select * from t1 where a in (1,3,5) order by a desc
select * from t1 where a between 2 and 4 order by a desc
select a from t1 where b>5 order by b
select a from t1 where b>5 order by b desc
select b from t1 order by b
select b,c from t1 order by b,c
select b,c from t1 order by b desc,c desc
select b,c from t1 order by b desc,c
select b from t1 order by b nulls last
select v from t3 order by k desc
select * from t3 order by v desc
select a+1 as a from t1 order by a+1 desc
select a+1 as x from t1 order by x desc
select a as b from t1 order by b desc
select -a as a from t1 order by a
select -a as a from t1 order by -a
select * from t1 limit 2 offset 3
select * from t1 limit 0
select * from t1 limit -1 offset 3
select * from t1 limit 1+1
select * from t1 order by c limit 2
select "nope" from t1 limit 1
select a from t1 order by c collate nocase, a desc
select e from t2 order by e, a
select a from t1 where b in (10,20,null) order by b
select a, c from t1 order by c collate nocase desc limit 3

-- conditions and access paths
select * from v2 where p>10
select a from t1 where (a,b)=(1,10)
select a from t1 where (a,b)<(3,5)
select * from t1 where a=2.0
select * from t1 where a='2'
select * from t1 where a='2x'
select * from t1 where a>1.5 and a<=4
select * from t1 where a<'abc'
select * from t1 where a>null
select * from t1 where rowid=3
select rowid,* from t1 where b=20
select a from t1 where b is null
select a from t1 where b is 20
select a from t1 where b=20 and c>'y'
select a from t1 where b=20 or a=1
select a from t1 where b=20 or b=10 or a=5
select * from t3 where k='q'
select * from t3 where k>'p'
select 1 where 0
select 1 where 1
select a, b as x from t1 where x>5
select t.a from t1 as t where t.a=1
select "a" from t1 where a=1
select a from t1 where c like 'x%'
select a from t1 where c glob 'x*'
select a from t1 where a in ()
select a from t1 where a not in ()
select * from t1 indexed by t1b where b=20
select * from t1 not indexed where b=20
select * from t1 where b=10 and b=20
select * from t1 where 1=0 and a=1
select a from t1 where b+0=20
select a from t1 where c='X' collate nocase
select a from t2 where e='x'
select a from t2 where e='x' collate binary
select * from t2 where e in ('X','Q')

-- columns and names
select * from v1
select * from v2
select typeof(a),typeof(d) from t1
select *,* from t3
select t3.k, * from t3
