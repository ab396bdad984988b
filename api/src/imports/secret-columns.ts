import { columnKey } from '@storeward/contract/imports';
import { normaliseHeading } from './column-matching.ts';
import type { RunColumns } from './kind.ts';

/** Headings of passwords, secret words and PINs of people, normalised, in the languages of the portal. */
const headings =
  `password passwords passwd pwd pass passphrase passcode userpassword loginpassword newpassword initialpassword startpassword
  firstpassword temporarypassword temppassword defaultpassword onetimepassword passwordhash
  secret secrets secretword secretphrase secretanswer securityanswer securityword pin pins pincode pinnumber userpin tillpin
  passwort passwörter passworter kennwort losungswort startpasswort initialpasswort anfangspasswort erstpasswort einmalpasswort
  neuespasswort geheimwort geheimnis geheimzahl pinnummer
  motdepasse motsdepasse mdp motdepasseinitial motdepasseprovisoire motdepassetemporaire nouveaumotdepasse motsecret codepin
  codesecret phrasesecrete reponsesecrete
  parolachiave parolasegreta passwordiniziale passwordtemporanea passwordprovvisoria nuovapassword codicepin codicesegreto
  wachtwoord wachtwoorden wachtzin beginwachtwoord tijdelijkwachtwoord nieuwwachtwoord geheimwoord geheimewoord geheimecode
  密码 登录密码 用户密码 初始密码 新密码 临时密码 口令 密保词 密保答案 暗语 pin码 个人识别码
  パスワード 初期パスワード 新しいパスワード 仮パスワード ログインパスワード パスコード 秘密の言葉 合言葉 秘密の答え 暗証番号 pin番号 pinコード`.split(
    /\s+/,
  );
const secretHeadings = new Set(headings.map(normaliseHeading));

/**
 * The columns whose values are secrets, which must not be stored with the rows of a file: those that the kind names, and
 * those of people in any kind. Headings that the kind itself knows are none, such as "PIN code" for a post code.
 */
export function secretColumnsIn(
  columns: readonly string[],
  { known, aliases = {}, secret = [] }: Pick<RunColumns, 'known' | 'aliases' | 'secret'>,
): string[] {
  const names = new Map(secret.map((name) => [columnKey(name), name]));
  const used = [...known.map(({ name }) => name), ...Object.values(aliases).flatMap((text) => text.split(/\s+/))];
  const ownHeadings = new Set(used.map(normaliseHeading));
  const isSecret = (heading: string) => secretHeadings.has(heading) && !ownHeadings.has(heading);
  return columns.flatMap(
    (column) => names.get(columnKey(column)) ?? (isSecret(normaliseHeading(column)) ? column.trim() : []),
  );
}
