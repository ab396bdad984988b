/** The time zones of Windows, each with the one it means, and with those it means in single countries (windowsZones of the CLDR). */
export const windowsZones = `
AUS Central Standard Time|Australia/Darwin
AUS Eastern Standard Time|Australia/Sydney
Afghanistan Standard Time|Asia/Kabul
Alaskan Standard Time|America/Anchorage
Aleutian Standard Time|America/Adak
Altai Standard Time|Asia/Barnaul
Arab Standard Time|Asia/Riyadh BH:Asia/Bahrain KW:Asia/Kuwait QA:Asia/Qatar YE:Asia/Aden
Arabian Standard Time|Asia/Dubai OM:Asia/Muscat
Arabic Standard Time|Asia/Baghdad
Argentina Standard Time|America/Argentina/Buenos_Aires
Astrakhan Standard Time|Europe/Astrakhan
Atlantic Standard Time|America/Halifax BM:Atlantic/Bermuda GL:America/Thule
Aus Central W. Standard Time|Australia/Eucla
Azerbaijan Standard Time|Asia/Baku
Azores Standard Time|Atlantic/Azores
Bahia Standard Time|America/Bahia
Bangladesh Standard Time|Asia/Dhaka BT:Asia/Thimphu
Belarus Standard Time|Europe/Minsk
Bougainville Standard Time|Pacific/Bougainville
Canada Central Standard Time|America/Regina
Cape Verde Standard Time|Atlantic/Cape_Verde
Caucasus Standard Time|Asia/Yerevan
Cen. Australia Standard Time|Australia/Adelaide
Central America Standard Time|America/Guatemala BZ:America/Belize CR:America/Costa_Rica EC:Pacific/Galapagos HN:America/Tegucigalpa NI:America/Managua SV:America/El_Salvador
Central Asia Standard Time|Asia/Bishkek CN:Asia/Urumqi IO:Indian/Chagos
Central Brazilian Standard Time|America/Cuiaba
Central Europe Standard Time|Europe/Budapest AL:Europe/Tirane CZ:Europe/Prague ME:Europe/Podgorica RS:Europe/Belgrade SI:Europe/Ljubljana SK:Europe/Bratislava
Central European Standard Time|Europe/Warsaw BA:Europe/Sarajevo HR:Europe/Zagreb MK:Europe/Skopje
Central Pacific Standard Time|Pacific/Guadalcanal FM:Pacific/Pohnpei NC:Pacific/Noumea VU:Pacific/Efate
Central Standard Time (Mexico)|America/Mexico_City
Central Standard Time|America/Chicago CA:America/Winnipeg MX:America/Matamoros
Chatham Islands Standard Time|Pacific/Chatham
China Standard Time|Asia/Shanghai HK:Asia/Hong_Kong MO:Asia/Macau
Cuba Standard Time|America/Havana
E. Africa Standard Time|Africa/Nairobi AQ:Antarctica/Syowa DJ:Africa/Djibouti ER:Africa/Asmara ET:Africa/Addis_Ababa KM:Indian/Comoro MG:Indian/Antananarivo SO:Africa/Mogadishu TZ:Africa/Dar_es_Salaam UG:Africa/Kampala YT:Indian/Mayotte
E. Australia Standard Time|Australia/Brisbane
E. Europe Standard Time|Europe/Chisinau
E. South America Standard Time|America/Sao_Paulo
Easter Island Standard Time|Pacific/Easter
Eastern Standard Time (Mexico)|America/Cancun
Eastern Standard Time|America/New_York BS:America/Nassau CA:America/Toronto
Egypt Standard Time|Africa/Cairo
Ekaterinburg Standard Time|Asia/Yekaterinburg
FLE Standard Time|Europe/Kyiv AX:Europe/Mariehamn BG:Europe/Sofia EE:Europe/Tallinn FI:Europe/Helsinki LT:Europe/Vilnius LV:Europe/Riga
Fiji Standard Time|Pacific/Fiji
GMT Standard Time|Europe/London ES:Atlantic/Canary FO:Atlantic/Faroe GG:Europe/Guernsey IE:Europe/Dublin IM:Europe/Isle_of_Man JE:Europe/Jersey PT:Europe/Lisbon
GTB Standard Time|Europe/Bucharest CY:Asia/Nicosia GR:Europe/Athens
Georgian Standard Time|Asia/Tbilisi
Greenland Standard Time|America/Nuuk
Greenwich Standard Time|Atlantic/Reykjavik BF:Africa/Ouagadougou CI:Africa/Abidjan GH:Africa/Accra GL:America/Danmarkshavn GM:Africa/Banjul GN:Africa/Conakry GW:Africa/Bissau LR:Africa/Monrovia ML:Africa/Bamako MR:Africa/Nouakchott SH:Atlantic/St_Helena SL:Africa/Freetown SN:Africa/Dakar TG:Africa/Lome
Haiti Standard Time|America/Port-au-Prince
Hawaiian Standard Time|Pacific/Honolulu CK:Pacific/Rarotonga PF:Pacific/Tahiti
India Standard Time|Asia/Kolkata
Iran Standard Time|Asia/Tehran
Israel Standard Time|Asia/Jerusalem
Jordan Standard Time|Asia/Amman
Kaliningrad Standard Time|Europe/Kaliningrad
Korea Standard Time|Asia/Seoul
Libya Standard Time|Africa/Tripoli
Line Islands Standard Time|Pacific/Kiritimati
Lord Howe Standard Time|Australia/Lord_Howe
Magadan Standard Time|Asia/Magadan
Magallanes Standard Time|America/Punta_Arenas
Marquesas Standard Time|Pacific/Marquesas
Mauritius Standard Time|Indian/Mauritius RE:Indian/Reunion SC:Indian/Mahe
Middle East Standard Time|Asia/Beirut
Montevideo Standard Time|America/Montevideo
Morocco Standard Time|Africa/Casablanca EH:Africa/El_Aaiun
Mountain Standard Time (Mexico)|America/Chihuahua
Mountain Standard Time|America/Denver CA:America/Edmonton
Myanmar Standard Time|Asia/Yangon CC:Indian/Cocos
N. Central Asia Standard Time|Asia/Novosibirsk
Namibia Standard Time|Africa/Windhoek
Nepal Standard Time|Asia/Kathmandu
New Zealand Standard Time|Pacific/Auckland AQ:Antarctica/McMurdo
Newfoundland Standard Time|America/St_Johns
Norfolk Standard Time|Pacific/Norfolk
North Asia East Standard Time|Asia/Irkutsk
North Asia Standard Time|Asia/Krasnoyarsk
North Korea Standard Time|Asia/Pyongyang
Omsk Standard Time|Asia/Omsk
Pacific SA Standard Time|America/Santiago
Pacific Standard Time (Mexico)|America/Tijuana
Pacific Standard Time|America/Los_Angeles CA:America/Vancouver
Pakistan Standard Time|Asia/Karachi
Paraguay Standard Time|America/Asuncion
Qyzylorda Standard Time|Asia/Qyzylorda
Romance Standard Time|Europe/Paris BE:Europe/Brussels DK:Europe/Copenhagen ES:Europe/Madrid
Russia Time Zone 10|Asia/Srednekolymsk
Russia Time Zone 11|Asia/Kamchatka
Russia Time Zone 3|Europe/Samara
Russian Standard Time|Europe/Moscow UA:Europe/Simferopol
SA Eastern Standard Time|America/Cayenne AQ:Antarctica/Rothera BR:America/Fortaleza FK:Atlantic/Stanley SR:America/Paramaribo
SA Pacific Standard Time|America/Bogota BR:America/Rio_Branco CA:America/Atikokan EC:America/Guayaquil JM:America/Jamaica KY:America/Cayman PA:America/Panama PE:America/Lima
SA Western Standard Time|America/La_Paz AG:America/Antigua AI:America/Anguilla AW:America/Aruba BB:America/Barbados BL:America/St_Barthelemy BQ:America/Kralendijk BR:America/Manaus CA:America/Blanc-Sablon CW:America/Curacao DM:America/Dominica DO:America/Santo_Domingo GD:America/Grenada GP:America/Guadeloupe GY:America/Guyana KN:America/St_Kitts LC:America/St_Lucia MF:America/Marigot MQ:America/Martinique MS:America/Montserrat PR:America/Puerto_Rico SX:America/Lower_Princes TT:America/Port_of_Spain VC:America/St_Vincent VG:America/Tortola VI:America/St_Thomas
SE Asia Standard Time|Asia/Bangkok AQ:Antarctica/Davis CX:Indian/Christmas ID:Asia/Jakarta KH:Asia/Phnom_Penh LA:Asia/Vientiane VN:Asia/Ho_Chi_Minh
Saint Pierre Standard Time|America/Miquelon
Sakhalin Standard Time|Asia/Sakhalin
Samoa Standard Time|Pacific/Apia
Sao Tome Standard Time|Africa/Sao_Tome
Saratov Standard Time|Europe/Saratov
Singapore Standard Time|Asia/Singapore BN:Asia/Brunei ID:Asia/Makassar MY:Asia/Kuala_Lumpur PH:Asia/Manila
South Africa Standard Time|Africa/Johannesburg BI:Africa/Bujumbura BW:Africa/Gaborone CD:Africa/Lubumbashi LS:Africa/Maseru MW:Africa/Blantyre MZ:Africa/Maputo RW:Africa/Kigali SZ:Africa/Mbabane ZM:Africa/Lusaka ZW:Africa/Harare
South Sudan Standard Time|Africa/Juba
Sri Lanka Standard Time|Asia/Colombo
Sudan Standard Time|Africa/Khartoum
Syria Standard Time|Asia/Damascus
Taipei Standard Time|Asia/Taipei
Tasmania Standard Time|Australia/Hobart
Tocantins Standard Time|America/Araguaina
Tokyo Standard Time|Asia/Tokyo ID:Asia/Jayapura PW:Pacific/Palau TL:Asia/Dili
Tomsk Standard Time|Asia/Tomsk
Tonga Standard Time|Pacific/Tongatapu
Transbaikal Standard Time|Asia/Chita
Turkey Standard Time|Europe/Istanbul
Turks And Caicos Standard Time|America/Grand_Turk
US Eastern Standard Time|America/Indiana/Indianapolis
US Mountain Standard Time|America/Phoenix CA:America/Creston MX:America/Hermosillo
UTC|UTC
Ulaanbaatar Standard Time|Asia/Ulaanbaatar
Venezuela Standard Time|America/Caracas
Vladivostok Standard Time|Asia/Vladivostok
Volgograd Standard Time|Europe/Volgograd
W. Australia Standard Time|Australia/Perth
W. Central Africa Standard Time|Africa/Lagos AO:Africa/Luanda BJ:Africa/Porto-Novo CD:Africa/Kinshasa CF:Africa/Bangui CG:Africa/Brazzaville CM:Africa/Douala DZ:Africa/Algiers GA:Africa/Libreville GQ:Africa/Malabo NE:Africa/Niamey TD:Africa/Ndjamena TN:Africa/Tunis
W. Europe Standard Time|Europe/Berlin AD:Europe/Andorra AT:Europe/Vienna CH:Europe/Zurich GI:Europe/Gibraltar IT:Europe/Rome LI:Europe/Vaduz LU:Europe/Luxembourg MC:Europe/Monaco MT:Europe/Malta NL:Europe/Amsterdam NO:Europe/Oslo SE:Europe/Stockholm SJ:Arctic/Longyearbyen SM:Europe/San_Marino VA:Europe/Vatican
W. Mongolia Standard Time|Asia/Hovd
West Asia Standard Time|Asia/Tashkent AQ:Antarctica/Mawson KZ:Asia/Almaty MV:Indian/Maldives TF:Indian/Kerguelen TJ:Asia/Dushanbe TM:Asia/Ashgabat
West Bank Standard Time|Asia/Hebron
West Pacific Standard Time|Pacific/Port_Moresby AQ:Antarctica/DumontDUrville FM:Pacific/Chuuk GU:Pacific/Guam MP:Pacific/Saipan
Yakutsk Standard Time|Asia/Yakutsk
Yukon Standard Time|America/Whitehorse
`;
