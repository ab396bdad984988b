import { csvLine } from '@storeward/contract/csv';

/** Rows per file. */
export const rowCount = 25_000;

/** Counts of data errors by kind; the kinds are the column aliases of the queries below. */
export type ErrorCounts = Readonly<Record<string, number>>;

/** One import kind under test: endpoints, file contents, and the queries that check the result. */
export type KilledKind = {
  readonly endpoints: string;
  /** Plural noun for the report. */
  readonly plural: string;
  /** Header and constant columns of the file, given a group that stores can be below. */
  fileOf(file: number, group: string): string;
  /** Labels of the expected columns of `errorsWhenDone`. */
  readonly errorLabels: Readonly<Record<string, string>>;
  /** Counts the errors after a run; the parameters are host, prefix and number of the rows, and run id. */
  readonly errorsWhenDone: string;
  /** The same after an undo; `remaining` of the `undone` records still exist. */
  readonly errorsWhenUndone: string;
};

/** Prefix that identifies the rows of one file. */
export const rowPrefix = (file: number) => `killed-${file}-`;

const written = (head: readonly string[], line: (row: number) => string) =>
  csvLine(head) + Array.from({ length: rowCount }, (_, index) => line(index + 1)).join('');

const rowsOfTheFile = `(select $2 || number as key from generate_series(1, $3::int) as number) f`;
const org = `org as (select org_id as id from portal_hosts where host = $1)`;
const reportedRows = (action: string) => `reported as (select entity_id as id, count(*) as times from audit
    where org_id = (select id from org) and run_id = $4 and action = '${action}' group by entity_id)`;

/** All stores of one file: how often each was created, exists, and appears in the audit. */
const countedStores = (action: 'node.created' | 'node.deleted') => `
  with ${org}, ${reportedRows(action)},
  counted as (
    select f.key, count(n.id) as made, count(n.id) filter (where n.deleted_date is null) as active,
           coalesce(sum(t.times), 0) as reported,
           count(*) filter (where not (starts_with(n.tpath, p.tpath) and length(n.tpath) > length(p.tpath))) as misplaced
      from ${rowsOfTheFile}
      left join nodes n on n.org_id = (select id from org) and n.code = f.key
      left join nodes p on p.org_id = n.org_id and p.id = n.parent_id
      left join reported t on t.id = n.id
     group by f.key)
  select (count(*) filter (where reported <> 1)
          + (select count(*) from reported t where not exists (select from nodes n where n.id = t.id)))::int as misreported,
         count(*) filter (where made > 1)::int as duplicated, sum(misplaced)::int as misplaced`;

/** Imports stores below one group. */
export const stores: KilledKind = {
  endpoints: '/node-management/imports',
  plural: 'stores',
  fileOf: (file, group) => {
    const head = ['type', 'code', 'name', 'parentCode', 'street', 'city', 'postCode', 'country', 'timeZone', 'status'];
    const constantColumns = ['Leeds', 'LS1 6HD', 'GB', 'Europe/London', 'enabled'];
    return written(head, (row) =>
      csvLine([
        'STORE',
        `${rowPrefix(file)}${row}`,
        `Store ${file}-${row}`,
        group,
        `${row} Briggate`,
        ...constantColumns,
      ]),
    );
  },
  errorLabels: {
    lost: 'rows lost',
    duplicated: 'rows written twice',
    misreported: 'stores without exactly one audit entry',
    misplaced: 'nodes whose path does not match their parent',
  },
  errorsWhenDone: `${countedStores('node.created')}, count(*) filter (where active <> 1)::int as lost from counted`,
  errorsWhenUndone: `${countedStores('node.deleted')}, sum(active)::int as remaining, count(*)::int as undone from counted`,
};

/** All users of one file: how often each was created, exists, was audited and invited, and its number of roles. */
const countedUsers = (action: 'user.created' | 'user.deleted') => `
  with ${org}, ${reportedRows(action)},
  created as (select u.id, u.user_name as key, u.deleted_date is null as active from users u
            where u.org_id = (select id from org) and starts_with(u.user_name, $2)),
  invited as (select m.user_id as id, count(*) as times from mails m
               where m.org_id = (select id from org) and m.kind = 'invitation' group by m.user_id),
  assigned as (select a.user_id as id, count(*) as times from assignments a where a.org_id = (select id from org) group by a.user_id),
  counted as (
    select f.key, count(u.id) as made, count(u.id) filter (where u.active) as active, coalesce(sum(t.times), 0) as reported,
           coalesce(sum(i.times), 0) as invited, coalesce(sum(g.times), 0) as assigned
      from ${rowsOfTheFile}
      left join created u on u.key = f.key left join reported t on t.id = u.id
      left join invited i on i.id = u.id left join assigned g on g.id = u.id
     group by f.key)
  select (count(*) filter (where reported <> 1)
          + (select count(*) from reported t where not exists (select from created u where u.id = t.id)))::int as misreported,
         count(*) filter (where made > 1)::int as duplicated, count(*) filter (where invited <> 1)::int as uninvited`;

/** Imports users of one group, each invited by mail. */
export const users: KilledKind = {
  endpoints: '/user-management/users/import',
  plural: 'users',
  fileOf: (file, group) => {
    const head = ['userName', 'firstName', 'lastName', 'emailId', 'roleName', 'nodeCode', 'language', 'timeZone'];
    const constantColumns = ['Group manager', group, 'en', 'Europe/London'];
    return written(head, (row) => {
      const name = `${rowPrefix(file)}${row}`;
      return csvLine([name, 'File', `Person ${row}`, `${name}@mail.example`, ...constantColumns]);
    });
  },
  errorLabels: {
    lost: 'rows lost',
    duplicated: 'rows written twice',
    misreported: 'users without exactly one audit entry',
    uninvited: 'users who were not invited exactly once',
    roleless: 'users without exactly one role',
  },
  errorsWhenDone: `${countedUsers('user.created')}, count(*) filter (where active <> 1)::int as lost,
    count(*) filter (where assigned <> 1)::int as roleless from counted`,
  errorsWhenUndone: `${countedUsers('user.deleted')}, sum(active)::int as remaining, count(*)::int as undone from counted`,
};
