"""Where everything lies: cities, forts, set-ups, front lines, railways, and on which bank cities stand.

Copied from our lists and not from the mapmaker's tables, so that a board built from a damaged table fails.
"""

INDUSTRIAL_CAPITALS = {
    "great-britain": ("London:1718"),
    "france": ("Paris:1924"),
    "belgium": ("Brussels:2321"),
    "netherlands": ("Amsterdam:2518"),
    "germany": ("Berlin:3719"),
    "austria-hungary": ("Vienna:4128 Budapest:4630"),
    "greece": ("Athens:5550"),
    "bulgaria": ("Sofia:5340"),
    "romania": ("Bucharest:5836"),
    "russia": ("St_Petersburg:6003"),
    "ottoman-empire": ("Constantinople:6443"),
    "denmark": ("Copenhagen:3712"),
    "sweden": ("Stockholm:4505"),
}

CAPITALS = {
    "great-britain": ("Cairo:7366"),
    "luxembourg": ("Luxembourg:2524"),
    "switzerland": ("Bern:2630"),
    "italy": ("Rome:3442"),
    "serbia": ("Belgrade:4836"),
    "montenegro": ("Cetinje:4641"),
    "albania": ("Tirana:4743"),
    "persia": ("Teheran:11044"),
    "spain": ("Madrid:0339"),
    "norway": ("Christiania:3503"),
}

INDUSTRIAL = {
    "great-britain": (
        "Belfast:1110 Birmingham:1515 Cardiff:1317 Glasgow:1408 Liverpool:1414 Manchester:1513 "
        "Newcastle:1710 Rosyth:1608 Sheffield:1714"
    ),
    "france": (
        "Bordeaux:1232 Le_Creusot:2129 Lille:2121 Lyon:2232 Marseille:2137 Maubeuge:2222 Nancy:2526 "
        "Nantes:1227 Rouen:1823 St_Etienne:2132"
    ),
    "belgium": ("Antwerp:2320 Ghent:2221 Liege:2522"),
    "netherlands": ("Rotterdam:2419"),
    "switzerland": ("Zurich:2929"),
    "germany": (
        "Bremen:3117 Breslau:4322 Cologne:2721 Dortmund:2821 Dresden:3823 Essen:2720 Frankfurt:3024 "
        "Hamburg:3316 Hannover:3219 Kattowitz:4625 Leipzig:3622 Magdeburg:3520 Mannheim:2925 Munich:3328 "
        "Nuremberg:3325 Saarbrucken:2725 Stuttgart:3027"
    ),
    "austria-hungary": ("Prague:3924 Trieste:3734 Brunn:4227 Pilsen:3725"),
    "italy": ("Genoa:2836 Milan:2933 Naples:3744 Turin:2634"),
    "serbia": ("Kragujevac:4937"),
    "russia": ("Moscow:7110 Riga:5310 Warsaw:4920 Ekaterinoslav:7226 Kharkov:7322 Lodz:4721 Tula:7213"),
    "spain": ("Barcelona:1540 Bilbao:0734"),
}

PLAIN = {
    "great-britain": (
        "Suez:7666 Alexandria:6964 Cork:0514 Devonport:1019 Dover:1919 Dublin:0912 Harwich:1918 Hull:1814 "
        "Leeds:1613 Limassol:7555 Port_Said:7563 Portsmouth:1519 Scapa_Flow:1802"
    ),
    "france": (
        "Verdun:2425 Algiers:1450 Amiens:2023 Belfort:2629 Besancon:2429 Brest:0823 Calais:1920 "
        "Chalons:2225 Cherbourg:1321 Dijon:2328 Epinal:2527 Grenoble:2333 La_Rochelle:1229 Le_Havre:1623 "
        "Nice:2536 Orleans:1827 Reims:2224 Toulon:2238 Toulouse:1535 Tours:1627 Troyes:2126 Tunis:2852"
    ),
    "belgium": ("Namur:2422 Ostend:2120"),
    "netherlands": ("Groningen:2817"),
    "switzerland": ("Geneva:2431"),
    "germany": (
        "Metz:2525 Strasbourg:2827 Konigsberg:4815 Danzig:4515 Erfurt:3322 Freiburg:2828 Kassel:3121 "
        "Kiel:3315 Lotzen:5016 Memel:4912 Posen:4319 Stettin:3917 Thorn:4518 Tilsit:5014 Ulm:3127 "
        "Wilhelmshaven:3017"
    ),
    "austria-hungary": (
        "Lemberg:5425 Przemysl:5225 Cracow:4724 Trent:3233 Agram:4034 Cattaro:4541 Czernowitz:5728 "
        "Debrecen:5030 Drohobycz:5326 Fiume:3835 Graz:4031 Hermannstadt:5434 Innsbruck:3330 Kaschau:4927 "
        "Klausenburg:5331 Kronstadt:5733 Laibach:3833 Linz:3828 Neusatz:4735 Olmutz:4325 Pola:3735 "
        "Pressburg:4229 Ragusa:4441 Salzburg:3629 Sarajevo:4538 Szeged:4833 Tarnopol:5626 Temesvar:5034"
    ),
    "italy": (
        "Venice:3434 Verona:3234 Ancona:3638 Bari:4244 Bologna:3236 Brindisi:4445 Cagliari:2647 "
        "Florence:3238 La_Spezia:2936 Palermo:3450 Taranto:4245 Udine:3633"
    ),
    "serbia": ("Nish:5139 Skopje:5042"),
    "albania": ("Scutari:4642 Valona:4745"),
    "greece": ("Salonika:5344 Janina:4947 Larissa:5247 Patras:5150"),
    "bulgaria": ("Burgas:6140 Dedeagach:5844 Philippopolis:5642 Plevna:5639 Ruse:5838 Varna:6239"),
    "romania": ("Ploesti:5835 Constanta:6336 Craiova:5437 Galatz:6134 Jassy:6030"),
    "russia": (
        "Baku:10335 Kiev:6423 Tiflis:9236 Kars:9039 Odessa:6531 Baranovichi:5618 Batum:8737 "
        "Brest-Litovsk:5320 Dubno:5624 Dvinsk:5612 Ekaterinodar:8032 Erivan:9339 Gomel:6419 Grodno:5317 "
        "Grozny:9332 Helsingfors:5303 Ivangorod:5022 Kalisz:4521 Kamenets:5827 Kishinev:6231 Kovno:5314 "
        "Kronstadt_Base:5903 Libau:4911 Lublin:5122 Minsk:5816 Mogilev:6216 Nikolaev:6830 "
        "Novogeorgievsk:4820 Novorossiysk:7833 Osowiec:5117 Poltava:7024 Poti:8736 Pskov:5808 Reval:5304 "
        "Rostov:8027 Rovno:5723 Sevastopol:7134 Smolensk:6414 Tsaritsyn:8622 Vilna:5514 Vladikavkaz:9133 "
        "Voronezh:7618"
    ),
    "ottoman-empire": (
        "Jerusalem:8161 Baghdad:9953 Damascus:8257 Erzurum:8741 Adrianople:6042 Aleppo:8251 "
        "Gallipoli:6045 Smyrna:6249 Adana:7850 Alexandretta:8051 Angora:7245 Aqaba:8166 Basra:10857 "
        "Beirut:8057 Brusa:6545 Diarbekir:8746 Erzincan:8542 Eskisehir:6745 Gaza:7962 Konia:7249 "
        "Kut:10254 Maan:8364 Mosul:9448 Samsun:7841 Sinope:7539 Sivas:8044 Trebizond:8440 Van:9243"
    ),
    "persia": ("Abadan:11057 Hamadan:10547 Kermanshah:10349 Tabriz:9842"),
    "arabia": ("Fao:11058"),
    "spain": ("Saragossa:0938 Valencia:0943"),
    "denmark": ("Aarhus:3411"),
    "sweden": ("Goteborg:3708"),
}

BASES = (
    "Rosyth Alexandria Cork Devonport Harwich Portsmouth Scapa_Flow Algiers Brest Cherbourg Le_Havre "
    "Toulon Tunis Ostend Amsterdam Konigsberg Danzig Kiel Wilhelmshaven Cattaro Pola Venice Brindisi "
    "La_Spezia Taranto Athens Varna Helsingfors Kronstadt_Base Libau Nikolaev Reval Sevastopol "
    "Constantinople Copenhagen Stockholm"
)
PORTS = (
    "London Belfast Cardiff Glasgow Liverpool Newcastle Suez Dover Dublin Hull Limassol Port_Said "
    "Bordeaux Marseille Nantes Rouen Calais La_Rochelle Nice Antwerp Rotterdam Bremen Hamburg Memel "
    "Stettin Trieste Fiume Ragusa Genoa Naples Ancona Bari Cagliari Palermo Tirana Valona Salonika Patras "
    "Burgas Dedeagach Constanta St_Petersburg Riga Baku Odessa Batum Novorossiysk Poti Rostov Gallipoli "
    "Smyrna Alexandretta Aqaba Basra Beirut Samsun Sinope Trebizond Fao Barcelona Bilbao Valencia Aarhus "
    "Goteborg Christiania"
)
FORTS = (
    "Devonport:4 Dover:3 Portsmouth:4 Scapa_Flow:4 Paris:6 Lille:3 Lyon:3 Maubeuge:4 Nancy:6 Verdun:8 "
    "Belfort:6 Besancon:3 Brest:4 Calais:2 Cherbourg:4 Dijon:2 Epinal:6 Grenoble:3 Le_Havre:3 Nice:3 "
    "Reims:3 Toulon:4 Antwerp:6 Liege:5 Namur:4 Amsterdam:4 Breslau:4 Cologne:4 Frankfurt:3 Metz:8 "
    "Strasbourg:6 Konigsberg:6 Danzig:4 Kiel:4 Lotzen:3 Posen:5 Thorn:5 Ulm:3 Wilhelmshaven:5 Przemysl:6 "
    "Cracow:6 Trent:4 Cattaro:3 Neusatz:2 Pola:4 Sarajevo:2 Venice:4 Verona:4 La_Spezia:3 Taranto:3 "
    "Belgrade:2 Bucharest:3 Galatz:2 Riga:3 Warsaw:4 Kars:5 Batum:3 Brest-Litovsk:5 Dvinsk:3 Grodno:4 "
    "Helsingfors:3 Ivangorod:5 Kovno:5 Kronstadt_Base:6 Novogeorgievsk:6 Osowiec:4 Reval:3 Rovno:2 "
    "Sevastopol:5 Constantinople:4 Erzurum:5 Adrianople:4 Gallipoli:5 Smyrna:2 Copenhagen:4"
)

SET_UP = {
    "germany": (
        "2525 2622 2623 2624 2625 2720 2721 2722 2723 2724 2725 2726 2728 2827 3024 3027 3315 3719 4319 "
        "4322 4518 4815 4817 5015 5016"
    ),
    "austria-hungary": ("3233 4538 4636 4735 4835 5024 5124 5225 5324 5425 5426 5630 5728"),
    "france": ("2223 2224 2323 2325 2424 2425 2426 2427 2526 2527 2528 2628 2629"),
    "belgium": ("2421"),
    "great-britain": ("1519"),
    "russia": ("4920 5018 5122 5214 5217 5218 5314 5322 5422 5514 5624 5723 5825 5826 9039 9236 9439"),
    "serbia": ("4736 4737 4836 4837 5039 5138"),
    "montenegro": ("4640 4641"),
    "ottoman-empire": ("6144"),
    "italy": ("3433 3532 3633 3634"),
    "bulgaria": ("5241"),
    "romania": ("5436 5735 5836 5931"),
}

# The lines of later years: Central Powers, then Entente.
LINES = {
    "W 1915-1917": (
        ("2120 2121 2122 2123 2223 2323 2324 2424 2524 2525 2626 2726 2727 2728"),
        ("2021 2022 2023 2024 2124 2224 2225 2325 2425 2426 2526 2627 2628 2629"),
    ),
    "W 1918": (
        ("2120 2121 2222 2223 2323 2324 2424 2524 2525 2626 2726 2727 2728"),
        ("2021 2022 2122 2123 2224 2225 2325 2425 2426 2526 2627 2628 2629"),
    ),
    "W 1919": (
        ("2320 2321 2322 2423 2424 2524 2525 2626 2726 2727 2728"),
        ("2220 2221 2222 2223 2323 2324 2425 2426 2526 2627 2628 2629"),
    ),
    "Italy 1916-17": (
        ("3232 3233 3332 3432 3531 3632 3732 3733 3734"),
        ("3132 3133 3234 3333 3433 3532 3633 3634"),
    ),
    "Italy 1918": (
        ("3233 3332 3433 3533"),
        ("3132 3133 3234 3333 3434"),
    ),
    "E 1915": (
        (
            "4619 4620 4718 4720 4721 4722 4723 4818 4824 4825 4826 4912 4913 4917 4926 5014 5015 5016 "
            "5017 5027 5127 5228 5328 5429 5529 5630"
        ),
        (
            "4719 4819 4820 4821 4822 4823 4918 4923 4924 4925 5013 5018 5026 5113 5114 5115 5116 5117 "
            "5126 5227 5327 5428 5528 5629 5729"
        ),
    ),
    "E 1916": (
        (
            "5109 5110 5211 5311 5411 5511 5512 5523 5524 5525 5613 5614 5615 5616 5617 5618 5619 5620 "
            "5621 5622 5623 5626 5627 5628 5728"
        ),
        (
            "5210 5310 5410 5510 5611 5612 5624 5625 5712 5713 5714 5715 5716 5717 5718 5719 5720 5721 "
            "5722 5723 5725 5726 5727 5828"
        ),
    ),
    "E 1917": (
        (
            "5109 5110 5211 5311 5411 5427 5428 5511 5512 5521 5522 5523 5524 5525 5526 5528 5529 5613 "
            "5614 5615 5616 5617 5618 5619 5620 5621 5630 5631 5731 5732 5833 5933 6034 6134 6235 6334 "
            "6435"
        ),
        (
            "5210 5310 5410 5510 5527 5611 5612 5622 5623 5624 5625 5626 5627 5628 5629 5712 5713 5714 "
            "5715 5716 5717 5718 5719 5720 5721 5729 5730 5831 5832 5932 6033 6133 6234 6333 6434"
        ),
    ),
    "Macedonia 1916-18": (
        ("4744 4844 4943 5044 5143 5243 5343 5443 5543"),
        ("4745 4845 4944 5045 5144 5244 5344 5444"),
    ),
    "Caucasus 1915-16": (
        ("8738 8739 8840 8940 9041 9141 9241 9341"),
        ("8737 8838 8839 8939 9040 9140 9240 9340"),
    ),
    "Caucasus 1917-18": (
        ("8241 8341 8342 8443 8543 8644 8743 8844 8944 9044 9144 9245 9344 9445"),
        ("8340 8441 8442 8542 8643 8742 8843 8943 9043 9143 9244 9343 9444"),
    ),
}

RAILWAYS = [
    ("open", "London|Birmingham|Manchester|Glasgow"),
    ("open", "London|Sheffield|Newcastle|Rosyth|Scapa Flow"),
    ("open", "London|Portsmouth"),
    ("open", "London|Cardiff"),
    ("open", "London|Devonport"),
    ("open", "Belfast|Dublin|Cork"),
    ("open", "Paris|Orleans|Tours|Bordeaux|Bilbao|Madrid"),
    ("open", "Paris|Dijon|Lyon|Marseille|Nice|Genoa"),
    ("open", "Marseille|Toulon"),
    ("open", "Lyon|Grenoble|Turin"),
    ("open", "Toulouse|Barcelona|Valencia"),
    ("open", "Madrid|Saragossa|Barcelona"),
    ("open", "Paris|Nantes|Brest"),
    ("open", "Paris|Rouen|Le Havre"),
    ("open", "Rouen|Cherbourg"),
    ("open", "Turin|Milan|Verona|Venice|Udine|Trieste"),
    ("open", "Milan|Bologna|Florence|Rome|Naples|Taranto|Brindisi"),
    ("open", "Bologna|Ancona|Bari|Brindisi"),
    ("open", "Genoa|La Spezia|Rome"),
    ("open", "Verona|Trent|Innsbruck|Munich"),
    ("open", "Vienna|Linz|Salzburg|Innsbruck"),
    ("open", "Vienna|Graz|Laibach|Trieste|Pola"),
    ("open", "Vienna|Brunn|Prague|Dresden"),
    ("open", "Prague|Pilsen|Nuremberg"),
    ("open", "Vienna|Olmutz|Kattowitz|Cracow|Przemysl|Lemberg|Tarnopol"),
    ("open", "Lemberg|Czernowitz|Jassy"),
    ("open", "Vienna|Pressburg|Budapest"),
    ("open", "Budapest|Kaschau|Przemysl"),
    ("open", "Budapest|Debrecen|Klausenburg|Kronstadt|Ploesti|Bucharest"),
    ("open", "Budapest|Szeged|Temesvar|Craiova|Bucharest"),
    ("open", "Budapest|Neusatz|Belgrade"),
    ("open", "Budapest|Agram|Fiume"),
    ("open", "Agram|Sarajevo|Ragusa"),
    ("open", "Lemberg|Drohobycz|Debrecen"),
    ("open", "Belgrade|Kragujevac|Nish|Skopje|Salonika"),
    ("open", "Nish|Sofia|Philippopolis|Adrianople|Constantinople"),
    ("open", "Sofia|Plevna|Varna"),
    ("open", "Ruse|Varna"),
    ("open", "Adrianople|Dedeagach|Salonika"),
    ("open", "Bucharest|Constanta"),
    ("open", "Ploesti|Galatz|Jassy|Kishinev"),
    ("open", "Larissa|Athens|Patras"),
    ("Summer 1916", "Salonika|Larissa"),
    ("open", "Warsaw|Brest-Litovsk|Minsk|Smolensk|Moscow"),
    ("open", "Warsaw|Grodno|Vilna|Dvinsk|Pskov|St Petersburg"),
    ("open", "Vilna|Kovno|Konigsberg"),
    ("open", "Riga|Dvinsk|Smolensk"),
    ("open", "Riga|Pskov"),
    ("open", "Libau|Vilna"),
    ("open", "Reval|St Petersburg|Helsingfors"),
    ("open", "Warsaw|Lodz|Kalisz|Posen"),
    ("open", "Warsaw|Ivangorod|Lublin|5522|Rovno|Kiev"),
    ("open", "Brest-Litovsk|Baranovichi|Minsk"),
    ("open", "Brest-Litovsk|Gomel|Voronezh|Tsaritsyn"),
    ("open", "Rovno|Lemberg"),
    ("open", "Kiev|Kamenets"),
    ("open", "Kiev|Odessa"),
    ("open", "Kiev|Poltava|Kharkov|Rostov|Ekaterinodar|Novorossiysk"),
    ("open", "Moscow|Tula|Kharkov|Ekaterinoslav|Sevastopol"),
    ("open", "Moscow|Voronezh|Rostov|Vladikavkaz|Grozny|Baku|Tiflis|Batum"),
    ("open", "Tiflis|Poti"),
    ("open", "Tiflis|Kars"),
    ("open", "Tiflis|Erivan"),
    ("Winter 1916", "Erivan|Tabriz"),
    ("open", "Odessa|Kishinev"),
    ("open", "Minsk|Vilna|Mogilev|Gomel|Kiev"),
    ("open", "Constantinople|Eskisehir|Konia"),
    ("open", "Eskisehir|Angora"),
    ("open", "Smyrna|Eskisehir"),
    ("open", "Aleppo|Damascus|Maan"),
    ("open", "Damascus|Beirut"),
    ("open", "Damascus|Jerusalem"),
    ("Autumn 1917", "Jerusalem|Gaza"),
    ("open", "Baghdad|9751"),
    ("Winter 1917", "Basra|Kut"),
    ("open", "Alexandria|Cairo|Suez|Port Said"),
    ("Sinai", "Port Said|Gaza"),
    ("open", "Konia|7749|Adana"),
    ("open", "Adana|8050|Aleppo"),
    ("open", "Maan|8468"),
    ("open", "Aleppo|9049"),
    ("open", "Moscow|8608"),
    ("open", "Voronezh|8617"),
    ("open", "Tsaritsyn|8623"),
]

# A river, and the bank of it that each city stands on.
BANKS = [
    (
        "Rhine",
        ("Strasbourg:left Cologne:left Mannheim:right Freiburg:right Essen:right"),
    ),
    (
        "Moselle",
        ("Metz:right Nancy:left"),
    ),
    (
        "Meuse",
        ("Verdun:right Namur:left Liege:right"),
    ),
    (
        "Seine",
        ("Paris:right Rouen:right Le_Havre:right"),
    ),
    (
        "Marne",
        ("Chalons:right"),
    ),
    (
        "Somme",
        ("Amiens:left"),
    ),
    (
        "Scheldt",
        ("Antwerp:right Ghent:left"),
    ),
    (
        "Loire",
        ("Orleans:right Tours:left Nantes:right"),
    ),
    (
        "Po",
        ("Turin:left Milan:left"),
    ),
    (
        "Adige",
        ("Trent:left"),
    ),
    (
        "Piave",
        ("Venice:right"),
    ),
    (
        "Isonzo",
        ("Udine:right Trieste:left"),
    ),
    (
        "Elbe",
        ("Magdeburg:left Hamburg:right Dresden:left Leipzig:left Berlin:right"),
    ),
    (
        "Oder",
        ("Stettin:left Breslau:left Kattowitz:right"),
    ),
    (
        "Vistula",
        (
            "Warsaw:left Novogeorgievsk:right Ivangorod:right Thorn:right Cracow:left Danzig:left "
            "Kattowitz:left Lublin:right"
        ),
    ),
    (
        "Bug",
        ("Brest-Litovsk:right Warsaw:left"),
    ),
    (
        "Narew",
        ("Osowiec:right"),
    ),
    (
        "Niemen",
        ("Kovno:right Grodno:right Tilsit:left Vilna:right"),
    ),
    (
        "Dvina",
        ("Riga:right Dvinsk:right"),
    ),
    (
        "San",
        ("Przemysl:right"),
    ),
    (
        "Dniester",
        ("Kamenets:left Kishinev:right Odessa:left Czernowitz:right Lemberg:left"),
    ),
    (
        "Prut",
        ("Czernowitz:right Jassy:right Kishinev:left"),
    ),
    (
        "Seret",
        ("Galatz:left"),
    ),
    (
        "Danube",
        (
            "Ulm:left Linz:right Vienna:right Pressburg:left Budapest:left Neusatz:left Belgrade:right "
            "Ruse:right Galatz:left Plevna:right Craiova:left Bucharest:left Constanta:right"
        ),
    ),
    (
        "Sava",
        ("Laibach:right Agram:left Belgrade:right Neusatz:left"),
    ),
    (
        "Drina",
        ("Sarajevo:left"),
    ),
    (
        "Drava",
        ("Graz:left Agram:right"),
    ),
    (
        "Tisza",
        ("Szeged:right Debrecen:left"),
    ),
    (
        "Dnieper",
        ("Kiev:right Smolensk:left Mogilev:right Gomel:left Ekaterinoslav:right Poltava:left Nikolaev:right"),
    ),
    (
        "Don",
        ("Voronezh:left Rostov:right Tsaritsyn:left"),
    ),
    (
        "Aras",
        ("Erivan:left Tabriz:right"),
    ),
    (
        "Kizil Irmak",
        ("Angora:left Sivas:right Sinope:left Samsun:right"),
    ),
    (
        "Tigris",
        ("Mosul:right Baghdad:left Kut:left Basra:right Diarbekir:right Abadan:left Fao:right"),
    ),
    (
        "Euphrates",
        ("Baghdad:left Aleppo:right"),
    ),
    (
        "Jordan",
        ("Jerusalem:right Damascus:left"),
    ),
    (
        "Nile",
        ("Cairo:right Alexandria:left"),
    ),
]
