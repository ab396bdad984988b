import { csvLine } from '@storeward/contract/csv';

/** How many rows each file has. */
export const rowCount = 25_000;

/** What may go wrong with the rows of a file, each counted by the database itself. */
export type Wrong = Readonly<Record<string, number>>;

/** One kind of import that is killed again and again: its doors, its files, and how the database tells what became of them. */
export type KilledKind = {
  readonly doors: string;
  /** What its records are called, many of them. */
  readonly many: string;
  /** The first line of a file and what stands in the rows besides what tells them apart, given a group that stores may stand in. */
  fileOf(file: number, group: string): string;
  /** What can go wrong with rows that are written, in words. */
  readonly promises: Readonly<Record<string, string>>;
  /** Counts that, given host, prefix of the file's rows, their number, and the import. */
  readonly wrongWhenDone: string;
  /** The same once they are taken back, and how many still stand. */
  readonly wrongWhenUndone: string;
};

/** What the rows of a file are known by. */
export const prefixOf = (file: number) => `killed-${file}-`;

const written = (head: readonly string[], line: (row: number) => string) =>
  csvLine(head) + Array.from({ length: rowCount }, (_, at) => line(at + 1)).join('');

const rowsOfTheFile = `(select $2 || number as key from generate_series(1, $3::int) as number) f`;
const org = `org as (select org_id as id from portal_hosts where host = $1)`;
const told = (action: string) => `told as (select entity_id as id, count(*) as times from audit
    where org_id = (select id from org) and run_id = $4 and action = '${action}' group by entity_id)`;

/** All the stores of one file, how often each was made and is there, and how often the history tells that of it. */
const countedStores = (action: 'node.created' | 'node.deleted') => `
  with ${org}, ${told(action)},
  counted as (
    select f.key, count(n.id) as made, count(n.id) filter (where n.deleted_date is null) as standing,
           coalesce(sum(t.times), 0) as told,
           count(*) filter (where not (starts_with(n.tpath, p.tpath) and length(n.tpath) > length(p.tpath))) as astray
      from ${rowsOfTheFile}
      left join nodes n on n.org_id = (select id from org) and n.code = f.key
      left join nodes p on p.org_id = n.org_id and p.id = n.parent_id
      left join told t on t.id = n.id
     group by f.key)
  select (count(*) filter (where told <> 1)
          + (select count(*) from told t where not exists (select from nodes n where n.id = t.id)))::int as mistold,
         count(*) filter (where made > 1)::int as doubled, sum(astray)::int as astray`;

/** Stores below one group. */
export const stores: KilledKind = {
  doors: '/node-management/imports',
  many: 'stores',
  fileOf: (file, group) => {
    const head = ['type', 'code', 'name', 'parentCode', 'street', 'city', 'postCode', 'country', 'timeZone', 'status'];
    const where = ['Leeds', 'LS1 6HD', 'GB', 'Europe/London', 'enabled'];
    return written(head, (row) =>
      csvLine(['STORE', `${prefixOf(file)}${row}`, `Store ${file}-${row}`, group, `${row} Briggate`, ...where]),
    );
  },
  promises: {
    lost: 'rows lost',
    doubled: 'rows written twice',
    mistold: 'stores without exactly one entry in the history',
    astray: 'places that stand elsewhere than their path says',
  },
  wrongWhenDone: `${countedStores('node.created')}, count(*) filter (where standing <> 1)::int as lost from counted`,
  wrongWhenUndone: `${countedStores('node.deleted')}, sum(standing)::int as left, count(*)::int as taken from counted`,
};

/** All the users of one file, how often each was made, is there, was told of and was invited, and how many roles each has. */
const countedUsers = (action: 'user.created' | 'user.deleted') => `
  with ${org}, ${told(action)},
  mine as (select u.id, u.user_name as key, u.deleted_date is null as there from users u
            where u.org_id = (select id from org) and starts_with(u.user_name, $2)),
  invited as (select m.user_id as id, count(*) as times from mails m
               where m.org_id = (select id from org) and m.kind = 'invitation' group by m.user_id),
  given as (select a.user_id as id, count(*) as times from assignments a where a.org_id = (select id from org) group by a.user_id),
  counted as (
    select f.key, count(u.id) as made, count(u.id) filter (where u.there) as standing, coalesce(sum(t.times), 0) as told,
           coalesce(sum(i.times), 0) as invited, coalesce(sum(g.times), 0) as given
      from ${rowsOfTheFile}
      left join mine u on u.key = f.key left join told t on t.id = u.id
      left join invited i on i.id = u.id left join given g on g.id = u.id
     group by f.key)
  select (count(*) filter (where told <> 1)
          + (select count(*) from told t where not exists (select from mine u where u.id = t.id)))::int as mistold,
         count(*) filter (where made > 1)::int as doubled, count(*) filter (where invited <> 1)::int as uninvited`;

/** Users at one group, each invited by mail. */
export const users: KilledKind = {
  doors: '/user-management/users/import',
  many: 'users',
  fileOf: (file, group) => {
    const head = ['userName', 'firstName', 'lastName', 'emailId', 'roleName', 'nodeCode', 'language', 'timeZone'];
    const more = ['Group manager', group, 'en', 'Europe/London'];
    return written(head, (row) => {
      const name = `${prefixOf(file)}${row}`;
      return csvLine([name, 'File', `Person ${row}`, `${name}@mail.example`, ...more]);
    });
  },
  promises: {
    lost: 'rows lost',
    doubled: 'rows written twice',
    mistold: 'users without exactly one entry in the history',
    uninvited: 'users who were not invited exactly once',
    roleless: 'users without exactly one role',
  },
  wrongWhenDone: `${countedUsers('user.created')}, count(*) filter (where standing <> 1)::int as lost,
    count(*) filter (where given <> 1)::int as roleless from counted`,
  wrongWhenUndone: `${countedUsers('user.deleted')}, sum(standing)::int as left, count(*)::int as taken from counted`,
};
