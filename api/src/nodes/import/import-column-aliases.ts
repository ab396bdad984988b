import type { NodeColumn } from '@storeward/contract/nodes/node-import';

/** Column names used by other systems, normalised and in the languages of the portal. */
export const nodeColumnAliases: Readonly<Record<NodeColumn, string>> = {
  type: `kind level nodetype placetype storetype art typ ebene knotentyp niveau genre soort niveau tipo livello
    类型 级别 種類 種別 タイプ 階層`,
  code: `id nr no number nodeid nodecode storeid storecode storenumber storeno shopcode branchcode branchid branchnumber locationcode
    nummer filialnummer filialcode filialnr standortcode kennung codemagasin numero numeromagasin winkelcode winkelnummer
    filiaalnummer codice codicenegozio codicesede 代码 编号 门店编号 门店代码 店铺代码 コード 店舗コード 店舗番号 番号`,
  name: `nodename storename laden ladenname shopname branchname locationname store shop branch bezeichnung filiale filialname standort
    nom nomdumagasin magasin naam winkel winkelnaam vestiging nome nomenegozio negozio sede
    名称 门店 门店名称 店铺名称 名前 名 店舗 店舗名 店名`,
  parentCode: `parent parentid parentnode parentnodeid parentstore above uebergeordnet übergeordnetercode elterncode
    parentcodemagasin codeparent bovenliggend bovenliggendecode codicesuperiore genitore codicegenitore
    上级 上级代码 上级编号 父级 親 親コード 上位 上位コード`,
  region: `sichtbarkeit visibility`,
  street: `address addressline1 address1 streetaddress strasse straße adresse anschrift rue voie straat adres via indirizzo
    地址 街道 住所 番地 町名番地`,
  city: `town locality ort stadt ville commune stad plaats woonplaats citta città comune 城市 市 市区町村 都市`,
  state: `province county bundesland kanton provincie departement département etat provincia 省 州 省份 都道府県 県`,
  postCode: `zip zipcode postalcode plz postleitzahl codepostal cp postcode cap codicepostale 邮编 邮政编码 郵便番号`,
  country: `countrycode countryname land laendercode ländercode pays codepays landcode paese nazione codicepaese
    国家 国 国名 国コード 国家代码`,
  timeZone: `tz zone timezoneid zeitzone fuseau fuseauhoraire tijdzone fuso fusoorario 时区 タイムゾーン`,
  latitude: `lat gpslat gpslatitude geolat latitudine breite breitengrad geographischebreite breedtegraad 纬度 緯度`,
  longitude: `lon lng long gpslon gpslng gpslongitude geolon geolng longitudine länge laenge längengrad laengengrad
    geographischelänge lengtegraad 经度 経度`,
  phoneNumber: `phone telephone tel telefon telefonnummer rufnummer numerodetelephone telefoon telefoonnummer telefono
    numeroditelefono 电话 电话号码 電話 電話番号`,
  emailId: `email mail emailaddress emailadresse mailadresse adresseemail courriel emailadres indirizzoemail
    电子邮件 邮箱 电子邮箱 メール メールアドレス`,
  status: `active enabled isactive isopen aktiv zustand statut actif etatmagasin actief stato attivo
    状态 启用 状態 ステータス 有効`,
  company: `companyname firma firmenname unternehmen gesellschaft societe entreprise compagnie bedrijf onderneming maatschappij
    societa azienda impresa 公司 企业 会社 会社名 企業`,
  tradingRegion: `salesregion salesarea tradingarea regionname district gebiet vertriebsregion vertriebsgebiet verkaufsgebiet
    regioncommerciale secteur regio verkoopregio verkoopgebied regione regionecommerciale zona 大区 区域 销售区域 地区 営業地域 地域 エリア リージョン`,
  storeGroup: `group groupname cluster gruppe filialgruppe groupe groupedemagasins groep winkelgroep gruppo gruppodinegozi
    门店组 店组 店舗グループ グループ`,
  subStoreGroup: `subgroup untergruppe sousgroupe subgroep sottogruppo 子组 サブグループ`,
};
