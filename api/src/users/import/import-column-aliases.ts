import type { UserColumn } from '@storeward/contract/users/user-import';

/**
 * Column names of other systems for the user import, space-separated and normalised, in the languages of the portal.
 */
export const userColumnAliases: Readonly<Record<UserColumn, string>> = {
  userName: `user username userid login loginname loginid account accountname
    benutzer benutzername benutzerkennung anmeldename kennung utilisateur nomutilisateur nomdutilisateur identifiant compte
    gebruiker gebruikersnaam inlognaam utente nomeutente 用户名 用户 登录名 账号 账户
    ユーザー名 ユーザー ユーザーid ログインid ログイン名 アカウント`,
  firstName: `first firstname given givenname forename vorname rufname prenom voornaam roepnaam nome 
    名 名字 ファーストネーム 下の名前`,
  lastName: `last surname familyname nachname familienname zuname nom nomdefamille achternaam familienaam cognome
    姓 姓氏 苗字 ラストネーム`,
  emailId: `email mail emailaddress mailaddress emailadresse mailadresse adresseemail adressemail courriel adresseelectronique
    emailadres mailadres indirizzoemail postaelettronica 电子邮件 邮箱 电子邮箱 邮件地址 メール メールアドレス eメール`,
  phoneNumber: `phone phonenumber telephone telephonenumber tel mobile mobilephone mobilenumber cell cellphone
    telefon telefonnummer handy handynummer mobiltelefon rufnummer numerodetelephone portable mobiel telefoon telefoonnummer
    telefono numeroditelefono cellulare 电话 电话号码 手机 手机号 手机号码 電話 電話番号 携帯 携帯電話`,
  roleName: `role userrole rolle rollenname benutzerrolle roleutilisateur nomdurole rol rolnaam ruolo nomeruolo profile profil
    角色 角色名称 ロール ロール名 役割 権限`,
  nodeName: `node store storename shop shopname branch branchname location locationname site place
    filiale filialname standort markt geschaeft geschäft laden ort magasin nomdumagasin pointdevente etablissement
    winkel winkelnaam vestiging filiaal locatie negozio nomenegozio puntovendita sede filialenome
    门店 门店名称 店铺 店铺名称 地点 店舗 店舗名 店名 拠点`,
  nodeCode: `nodeid storecode storeid storenumber storeno shopcode shopid branchcode branchid branchnumber locationcode
    locationid sitecode filialnummer filialcode filialnr standortcode marktnummer codemagasin numeromagasin codesite
    winkelcode winkelnummer filiaalnummer codicenegozio codicesede codicepuntovendita
    门店编号 门店代码 店铺代码 店铺编号 店舗コード 店舗番号 店番`,
  language: `lang locale languagecode sprache sprachcode langue taal lingua 语言 言語`,
  timeZone: `tz timezoneid zeitzone fuseau fuseauhoraire tijdzone fuso fusoorario 时区 タイムゾーン`,
  country: `countrycode countryname land laendercode länderkürzel ländercode pays codepays landcode paese nazione codicepaese
    国家 国 国名 国コード 国家代码`,
  status: `active enabled state isactive aktiv aktiviert zustand statut actif etat actief ingeschakeld stato attivo
    状态 启用 状態 ステータス 有効`,
};
