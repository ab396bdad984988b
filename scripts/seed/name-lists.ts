/** First and last names of one culture; for other scripts the Latin form follows a slash. */
export type NameList = { readonly first: readonly string[]; readonly last: readonly string[] };

const list = (first: string, last: string): NameList => ({ first: first.split(', '), last: last.split(', ') });

/** The cultures of generated names. */
export const nameLists = {
  english: list(
    'Amelia, Oliver, Isla, George, Freya, Harry, Poppy, Alfie, Imogen, Jacob, Matilda, Toby, Beatrice, Callum, Rosalind, Gareth, Siobhán, Euan, Niamh, Rhys, Hannah, Marcus, Denise, Trevor, Priscilla, Wendell, Yolanda, Darnell, Latoya, Curtis',
    'Hartley, Featherstonehaugh, Whitcombe, Ashdown, Pemberton, Okonkwo, Sutcliffe, Braithwaite, Llewellyn, Mac Giolla, O’Rourke, Cholmondeley-Warner, Thistlethwaite, Blackwood, Ravenscroft, Hollis, Merriweather, Vance, Delacroix, Washington, Kowalczyk-Jones, Penhaligon, Trelawney, Ogilvie, Drummond, Fairbanks, Stubbs, Ng, Li, Oakes',
  ),
  iberian: list(
    'Carmen, Íñigo, Lucía, Álvaro, Begoña, Ramón, Inés, Joaquín, María José, Andrés, João, Conceição, Beatriz, Nuno, Letícia, Thiago, Ximena, Óscar, Noelia, Rubén',
    'Muñoz Iglesias, García Márquez, Peña, Núñez de Balboa, Ibáñez, Gutiérrez, Echeverría, Quiñones, Simões, Gonçalves, Araújo, Guimarães, Zubizarreta, Ordóñez, Villaseñor, Cabañas, Sepúlveda, Brandão, Teixeira, Yáñez',
  ),
  french: list(
    'Éloïse, Théo, Chloé, François, Maëlys, Gaël, Anaïs, Rémi, Zoé, Jérôme, Aurélie, Benoît, Hélène, Loïc, Noémie',
    'Lefèvre, Béranger, Dujardin, Châtelain, Crèvecœur, Dupré, Guérin, L’Hôpital, Maçon, Rousseau, Saint-Exupéry, Thévenet, Vallée, Lemaître, Fauré',
  ),
  germanic: list(
    'Jürgen, Anneliese, Björn, Käthe, Sören, Ingrid, Matthäus, Wiebke, Thijs, Sanne, Joost, Femke, Åsa, Øyvind, Guðrún, Mårten, Lærke, Jörg, Liesbeth, Friederike',
    'Müller-Lüdenscheidt, Weiß, Schäfer, Großmann, Köhler, van der Meer, de Vries, ’t Hooft, Østergård, Ångström, Sæther, Jónsdóttir, Björklund, Van den Berghe, Kühnemann, Söderqvist, Hübner, Oude Elferink, Nygård, Zürcher',
  ),
  slavic: list(
    'Zdeněk, Žofie, Łukasz, Agnieszka, Jiří, Małgorzata, Ondřej, Božena, Dragomir, Đorđe, Živa, Miloš, Kateřina, Stanisław, Šárka',
    'Dvořák, Šťastný, Wójcik, Wiśniewska, Křížová, Žižka, Brzęczyszczykiewicz, Kovačić, Đurić, Petrović, Sedláček, Łuczak, Nowotný, Ćosić, Hájek',
  ),
  turkish: list(
    'Çağla, Yiğit, Gülşen, İbrahim, Özlem, Şükrü, Ayşe, Oğuz, Ilgın, Ümit',
    'Yılmaz, Çelik, Öztürk, Şahin, Doğan, Karagöz, Işık, Güneş, Aydın, Kılıç',
  ),
  vietnamese: list(
    'Thị Hồng, Văn Đức, Ngọc Ánh, Quốc Bảo, Mỹ Linh, Hữu Phước, Thùy Dương, Minh Tuấn',
    'Nguyễn, Trần, Lê, Phạm, Huỳnh, Võ, Đặng, Bùi',
  ),
  chinese: list(
    '晓雯/xiaowen, 建国/jianguo, 美玲/meiling, 志强/zhiqiang, 雅婷/yating, 浩然/haoran, 思远/siyuan, 丽华/lihua, 子轩/zixuan, 梦琪/mengqi, 国栋/guodong, 秀英/xiuying, 宇航/yuhang, 佳怡/jiayi',
    '李/li, 王/wang, 张/zhang, 刘/liu, 陈/chen, 欧阳/ouyang, 司马/sima, 黄/huang, 赵/zhao, 周/zhou, 吴/wu, 徐/xu, 孙/sun, 诸葛/zhuge',
  ),
  japanese: list(
    '陽菜/haruna, 蓮/ren, さくら/sakura, 大翔/hiroto, 美咲/misaki, 健太/kenta, あかり/akari, ケンジ/kenji',
    '佐藤/sato, 鈴木/suzuki, 高橋/takahashi, 小鳥遊/takanashi, 渡辺/watanabe, 伊藤/ito, 長谷川/hasegawa, 五十嵐/igarashi',
  ),
  korean: list(
    '서연/seoyeon, 민준/minjun, 지우/jiwoo, 하은/haeun, 도윤/doyoon, 수빈/subin',
    '김/kim, 이/lee, 박/park, 최/choi, 정/jeong, 남궁/namgung',
  ),
  arabic: list(
    'فاطمة/fatima, محمد/muhammad, ليلى/layla, عبد الرحمن/abdulrahman, نور/nour, خالد/khalid, مريم/maryam, يوسف/yusuf',
    'الحسيني/alhusseini, بن سعيد/binsaid, المصري/almasri, الشريف/alsharif, حداد/haddad, الزهراني/alzahrani, منصور/mansour, قاسم/qasim',
  ),
  thai: list(
    'สมชาย/somchai, กนกวรรณ/kanokwan, ณัฐพงศ์/natthaphong, พิมพ์ชนก/phimchanok, วีระ/wira, สุดารัตน์/sudarat',
    'ศรีสุวรรณ/srisuwan, ทองดี/thongdi, วงศ์สวัสดิ์/wongsawat, เจริญผล/charoenphon, รัตนกุล/rattanakul, แก้วมณี/kaeomani',
  ),
  cyrillic: list(
    'Анастасия/anastasia, Дмитрий/dmitri, Ольга/olga, Ярослав/yaroslav, Ксения/ksenia, Фёдор/fyodor, Їванна/yivanna, Георги/georgi',
    'Кузнецова/kuznetsova, Щербаков/shcherbakov, Мельник/melnyk, Воробьёв/vorobyov, Ковальчук/kovalchuk, Йорданов/yordanov, Зайцева/zaitseva, Чайковский/chaikovsky',
  ),
  greek: list(
    'Ελένη/eleni, Γιώργος/giorgos, Κατερίνα/katerina, Νίκος/nikos',
    'Παπαδόπουλος/papadopoulos, Οικονόμου/oikonomou, Βλάχος/vlachos, Χατζηδάκη/chatzidaki',
  ),
  indian: list(
    'आरव/aarav, प्रिया/priya, अनन्या/ananya, विक्रम/vikram, दीपिका/deepika, रोहन/rohan',
    'शर्मा/sharma, पटेल/patel, अय्यर/iyer, चटर्जी/chatterjee, सिंह/singh, गुप्ता/gupta',
  ),
} as const satisfies Record<string, NameList>;

/** A culture of generated names. */
export type Culture = keyof typeof nameLists;
