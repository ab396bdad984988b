import type { ProductColumn } from '@storeward/contract/products/product-import';

/** Column names used by other systems, normalised and in the languages of the portal. */
export const productColumnAliases: Readonly<Record<ProductColumn, string>> = {
  SKU: `stockcode stockkeepingunit itemcode itemnumber itemno article articlenumber articleno productcode productid productnumber id code
    artikelnummer artikelnr artikel produktnummer reference referencearticle codearticle artikelcode productnummer codiceprodotto
    codicearticolo 商品编号 货号 商品编码 商品コード 品番`,
  name: `productname title itemname description label bezeichnung produktname artikelbezeichnung titel nom nomduproduit libelle
    designation naam productnaam omschrijving nome nomeprodotto descrizione 名称 商品名称 品名 商品名`,
  shortDescription: `shorttext summary subtitle kurzbeschreibung kurztext descriptioncourte kortebeschrijving korteomschrijving
    descrizionebreve 简短描述 简介 短い説明 概要`,
  price: `unitprice retailprice salesprice listprice unitpricegbp unitpriceeur unitpriceusd pricegbp priceeur priceusd preis
    verkaufspreis einzelpreis prix prixunitaire prixdevente prijs verkoopprijs stukprijs prezzo prezzounitario 价格 单价 售价 価格 単価 売価`,
  currency: `currencycode waehrung währung devise monnaie valuta munteenheid 货币 币种 通貨`,
  vatClass: `vat tax taxclass vatrate mwst mehrwertsteuer steuerklasse tva classetva btw btwklasse iva classeiva 税类 增值税 税区分 税率区分`,
  tags: `tag keywords labels categories category schlagworte kategorien kategorie etiquettes motscles categorie trefwoorden categorieen
    etichette categoria categorie 标签 分类 タグ カテゴリ`,
  status: `active enabled isactive aktiv zustand statut actif actief stato attivo 状态 启用 状態 ステータス 有効`,
};
