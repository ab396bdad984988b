-- Time zones have one stored spelling. Other names of the IANA database, which were accepted, become it; what names no time zone of a
-- place, such as IST or +09:00, stays as it is and is reported with the record, because only its organisation knows what it means.
create temporary table zone_names (name text primary key, zone text not null) on commit drop;
insert into zone_names (name, zone) values
  ('Africa/Asmera', 'Africa/Asmara'), ('Africa/Timbuktu', 'Africa/Bamako'),
  ('America/Argentina/ComodRivadavia', 'America/Argentina/Catamarca'), ('America/Atka', 'America/Adak'),
  ('America/Buenos_Aires', 'America/Argentina/Buenos_Aires'), ('America/Catamarca', 'America/Argentina/Catamarca'),
  ('America/Coral_Harbour', 'America/Atikokan'), ('America/Cordoba', 'America/Argentina/Cordoba'),
  ('America/Ensenada', 'America/Tijuana'), ('America/Fort_Wayne', 'America/Indiana/Indianapolis'), ('America/Godthab', 'America/Nuuk'),
  ('America/Indianapolis', 'America/Indiana/Indianapolis'), ('America/Jujuy', 'America/Argentina/Jujuy'),
  ('America/Knox_IN', 'America/Indiana/Knox'), ('America/Louisville', 'America/Kentucky/Louisville'),
  ('America/Mendoza', 'America/Argentina/Mendoza'), ('America/Montreal', 'America/Toronto'), ('America/Nipigon', 'America/Toronto'),
  ('America/Pangnirtung', 'America/Iqaluit'), ('America/Porto_Acre', 'America/Rio_Branco'), ('America/Rainy_River', 'America/Winnipeg'),
  ('America/Rosario', 'America/Argentina/Cordoba'), ('America/Santa_Isabel', 'America/Tijuana'), ('America/Shiprock', 'America/Denver'),
  ('America/Thunder_Bay', 'America/Toronto'), ('America/Virgin', 'America/St_Thomas'), ('America/Yellowknife', 'America/Edmonton'),
  ('Antarctica/South_Pole', 'Antarctica/McMurdo'), ('Asia/Ashkhabad', 'Asia/Ashgabat'), ('Asia/Calcutta', 'Asia/Kolkata'),
  ('Asia/Choibalsan', 'Asia/Ulaanbaatar'), ('Asia/Chongqing', 'Asia/Shanghai'), ('Asia/Chungking', 'Asia/Shanghai'),
  ('Asia/Dacca', 'Asia/Dhaka'), ('Asia/Harbin', 'Asia/Shanghai'), ('Asia/Istanbul', 'Europe/Istanbul'), ('Asia/Kashgar', 'Asia/Urumqi'),
  ('Asia/Katmandu', 'Asia/Kathmandu'), ('Asia/Macao', 'Asia/Macau'), ('Asia/Rangoon', 'Asia/Yangon'),
  ('Asia/Saigon', 'Asia/Ho_Chi_Minh'), ('Asia/Tel_Aviv', 'Asia/Jerusalem'), ('Asia/Thimbu', 'Asia/Thimphu'),
  ('Asia/Ujung_Pandang', 'Asia/Makassar'), ('Asia/Ulan_Bator', 'Asia/Ulaanbaatar'), ('Atlantic/Faeroe', 'Atlantic/Faroe'),
  ('Atlantic/Jan_Mayen', 'Arctic/Longyearbyen'), ('Australia/ACT', 'Australia/Sydney'), ('Australia/Canberra', 'Australia/Sydney'),
  ('Australia/Currie', 'Australia/Hobart'), ('Australia/LHI', 'Australia/Lord_Howe'), ('Australia/NSW', 'Australia/Sydney'),
  ('Australia/North', 'Australia/Darwin'), ('Australia/Queensland', 'Australia/Brisbane'), ('Australia/South', 'Australia/Adelaide'),
  ('Australia/Tasmania', 'Australia/Hobart'), ('Australia/Victoria', 'Australia/Melbourne'), ('Australia/West', 'Australia/Perth'),
  ('Australia/Yancowinna', 'Australia/Broken_Hill'), ('Brazil/Acre', 'America/Rio_Branco'), ('Brazil/DeNoronha', 'America/Noronha'),
  ('Brazil/East', 'America/Sao_Paulo'), ('Brazil/West', 'America/Manaus'), ('Canada/Atlantic', 'America/Halifax'),
  ('Canada/Central', 'America/Winnipeg'), ('Canada/Eastern', 'America/Toronto'), ('Canada/Mountain', 'America/Edmonton'),
  ('Canada/Newfoundland', 'America/St_Johns'), ('Canada/Pacific', 'America/Vancouver'), ('Canada/Saskatchewan', 'America/Regina'),
  ('Canada/Yukon', 'America/Whitehorse'), ('Chile/Continental', 'America/Santiago'), ('Chile/EasterIsland', 'Pacific/Easter'),
  ('Cuba', 'America/Havana'), ('Egypt', 'Africa/Cairo'), ('Eire', 'Europe/Dublin'), ('Etc/GMT+0', 'UTC'), ('Etc/GMT-0', 'UTC'),
  ('Etc/GMT0', 'UTC'), ('Etc/GMT', 'UTC'), ('Etc/Greenwich', 'UTC'), ('Etc/UCT', 'UTC'), ('Etc/UTC', 'UTC'), ('Etc/Universal', 'UTC'),
  ('Etc/Zulu', 'UTC'), ('Europe/Belfast', 'Europe/London'), ('Europe/Kiev', 'Europe/Kyiv'), ('Europe/Nicosia', 'Asia/Nicosia'),
  ('Europe/Tiraspol', 'Europe/Chisinau'), ('Europe/Uzhgorod', 'Europe/Kyiv'), ('Europe/Zaporozhye', 'Europe/Kyiv'),
  ('GB-Eire', 'Europe/London'), ('Hongkong', 'Asia/Hong_Kong'), ('Iceland', 'Atlantic/Reykjavik'), ('Iran', 'Asia/Tehran'),
  ('Israel', 'Asia/Jerusalem'), ('Jamaica', 'America/Jamaica'), ('Japan', 'Asia/Tokyo'), ('Kwajalein', 'Pacific/Kwajalein'),
  ('Libya', 'Africa/Tripoli'), ('Mexico/BajaNorte', 'America/Tijuana'), ('Mexico/BajaSur', 'America/Mazatlan'),
  ('Mexico/General', 'America/Mexico_City'), ('NZ-CHAT', 'Pacific/Chatham'), ('Navajo', 'America/Denver'),
  ('Pacific/Enderbury', 'Pacific/Kanton'), ('Pacific/Johnston', 'Pacific/Honolulu'), ('Pacific/Ponape', 'Pacific/Pohnpei'),
  ('Pacific/Samoa', 'Pacific/Pago_Pago'), ('Pacific/Truk', 'Pacific/Chuuk'), ('Pacific/Yap', 'Pacific/Chuuk'),
  ('Poland', 'Europe/Warsaw'), ('Portugal', 'Europe/Lisbon'), ('Singapore', 'Asia/Singapore'), ('Turkey', 'Europe/Istanbul'),
  ('UCT', 'UTC'), ('US/Alaska', 'America/Anchorage'), ('US/Aleutian', 'America/Adak'), ('US/Arizona', 'America/Phoenix'),
  ('US/Central', 'America/Chicago'), ('US/East-Indiana', 'America/Indiana/Indianapolis'), ('US/Eastern', 'America/New_York'),
  ('US/Hawaii', 'Pacific/Honolulu'), ('US/Indiana-Starke', 'America/Indiana/Knox'), ('US/Michigan', 'America/Detroit'),
  ('US/Mountain', 'America/Denver'), ('US/Pacific', 'America/Los_Angeles'), ('US/Samoa', 'Pacific/Pago_Pago'), ('Universal', 'UTC'),
  ('W-SU', 'Europe/Moscow'), ('Zulu', 'UTC');
insert into zone_names (name, zone)
select n.name, n.name from pg_timezone_names n
 where (n.name like '%/%' and n.name !~ '^(Etc|posix|right|SystemV)/' or n.name = 'UTC') on conflict do nothing;

alter table nodes no force row level security;
alter table users no force row level security;
update nodes n set time_zone = z.zone from zone_names z where lower(z.name) = lower(n.time_zone) and z.zone <> n.time_zone;
update users u set time_zone = z.zone from zone_names z where lower(z.name) = lower(u.time_zone) and z.zone <> u.time_zone;
do $$
declare
  found record;
begin
  for found in
    select 'location' as kind, n.name, n.id, n.time_zone as zone, o.name as organisation from nodes n join nodes o on o.id = n.org_id
     where n.deleted_date is null and n.time_zone is not null
       and not exists (select from zone_names z where z.zone = n.time_zone)
    union all
    select 'user', u.user_name, u.id, u.time_zone, o.name from users u join nodes o on o.id = u.org_id
     where u.deleted_date is null and not exists (select from zone_names z where z.zone = u.time_zone)
  loop
    raise warning 'The % "%" (%) of % has the time zone "%", which is none. Choose one of the list.',
      found.kind, found.name, found.id, found.organisation, found.zone;
  end loop;
end $$;
alter table nodes force row level security;
alter table users force row level security;
