/** Sentences that people write for people, with the signs that codes have too: none of them has a code. One on a line, by language. */
export const PROSE: Readonly<Record<string, string>> = {
  en: String.raw`Only 100% sure counts, 99 % does not.
Save up to 50% today, or 20% tomorrow.
About 5% of all users and 10% of the rest.
The %age of success went up by 3%, they say.
A growth of 2.5% per year (or 0.2% a month).
It costs $5, not $50, and never $5.99.
From $1 to $3 a piece; $1,000 for all of them.
A $1 million prize and a US$2 coupon.
Note: this is a long story.
Note :see below for the rest.
We meet at 10:30 or at 10:30:45 sharp.
The ratio is 3:1, the score was 2:0.
See chapter 3:16 and the verses :12 to :14.
He said: "No." She said: 'Yes.'
Smile :) and be happy :-D or sad :(
Follow @jane and @john_doe on the way @ home.
R&D, Q&A, AT&T and Tom & Jerry; fish&chips.
If a < b and b > c, then a <> c.
I <3 you, and 5 > 4 > 3.
The arrow -> points right, <- points left.
Choose [one] of {these options} or (none).
The author [sic] wrote so [see note 3].
He wrote [b] and [i] in the margin.
Row [a] comes before row [b], [1] before [2].
"I saw [the man] there," she said [/irony is hers].
Open C:\new and look into C:\temp\notes.
The files are in docs\new and docs\reports.
Type \\server\share to get to \\server\new.
In TeX, write \textbf or \newline for it.
A regular expression such as \d+\n finds it.
The set {see the note} is {not empty}.
Items #1, #2 and #3 are sold; #4 is not.
It is ~5 km away, ~10 minutes by car.
Use * for any and ? for one sign.
Either/or, and/or, he/she: all of 1/2 and 3/4.
The 50-50 chance, the 24/7 shop, the A4 paper.
E-mail us, or call +1 (555) 010-9999.
It's 5 o'clock; don't be late, y'all!
The "best" of 'all' possible worlds...
Terms & conditions apply*; see www for more.
Rock 'n' roll, 'n' more of it.
Wait... what?! No -- really -- yes.
x = y + z, and y - z = 2 * x.
The value $name is what shells read, people say.
Press Ctrl+C, then Ctrl+V; Alt+F4 closes.
A list: (a) one, (b) two, (c) three.
Version 2.0.1 of 2024-05-06, page 12 of 30.
The file readme.txt and the folder src/app.
Underscores_in_words and CamelCase happen.
Sizes: 5'10", 32" and 4x4; 20°C = 68°F.`,
  de: String.raw`Zu 100% sicher, zu 99 % auch.
Sparen Sie 50 % bei uns, 20% überall.
Eine 20%ige Lösung und ein 5%iger Zuschlag.
Rund 5 % der Leute, 10 % davon neu.
Rund 30% haben, 40% sind, 50% dürfen.
Das kostet 5 $, nicht 50 $.
Hinweis: Das ist wichtig.
Hinweis :siehe unten.
Um 10:30 Uhr, spätestens um 10:45:30 Uhr.
Leser:innen und Schüler:innen, Lehrer*innen, Kund_innen.
Der/die Leser(in), die Kolleg/-innen.
Er sagte: „Nein“, sie sagte: »Ja«.
Müller & Söhne, F&E und D&D.
Wenn a < b ist und b > c, dann gilt es.
Der Pfad D:\neu\texte ist falsch.
Die Datei liegt in daten\neu und daten\raus.
Siehe [Abb. 3] und [vgl. S. 12].
[Anm. d. Red.: Das stimmt so.]
Die Menge {1, 2, 3} hat {drei Elemente}.
Der Preis stieg um 3,5 % auf 1.000 €.`,
  fr: String.raw`Sûr à 100 %, à 99 % près.
Jusqu’à 50 % de réduction, 5% d’escompte.
Une hausse de 20 % en un an, 10% d'intérêt.
Environ 5 % des gens et 10 % seulement du reste.
Attention : ceci est important.
Remarque :voir plus bas.
À 10:30 ou à 10h30, pas à 10:45:30.
Il dit : « Non. » Elle dit : « Oui. »
Ça coûte 5 $ ou 5,99 $ pièce.
Dupont & fils, R&D et Q&R.
Si a < b et b > c, alors oui.
Les étudiant·e·s et les client(e)s.
Voir [fig. 3] et [p. 12].
[NDLR : c’est exact.]
L’ensemble {voir la note} est vide.
Le dossier C:\nouveau\textes est vide.
Écrivez à l’accueil, svp @ midi.
L'an 2000, l'été, qu'il l'a dit.
C'est n° 1, n° 2 et n° 3.
100 % d’accord, 0 % d’alcool.`,
  es: String.raw`Un 100 % seguro, un 99% casi.
Hasta un 50% de descuento y 5 % de regalo.
El 20 % es para ti, el 10% es mío.
Cerca del 5 % de la gente lo sabe.
Nota: esto es importante.
Nota :ver abajo.
A las 10:30 o a las 10:45:30.
Cuesta $5, no $50 ni $5.99.
Entre $1 y $3 por unidad.
¿Por qué? ¡Porque sí!
Él dijo: «No». Ella dijo: "Sí".
I+D, P&R y López & hijos.
Si a < b y b > c, entonces sí.
Los/las alumnos/as y tod@s vosotr@s.
Querid@s amig@s: bienvenid@s.
Véase [fig. 3] y [pág. 12].
El conjunto {véase la nota} está vacío.
La carpeta C:\nueva\textos no existe.
El 1.º y el 2.º, la n.ª vez.
Son 1.000,50 € al 21 % de IVA.`,
  it: String.raw`Sicuro al 100%, o al 99 %.
Fino al 50% di sconto, il 5 % subito.
Il 20% è tuo, il 10 % in più no.
Circa il 5 % dei casi e il 10% della spesa.
Nota: questo è importante.
Nota :vedi sotto.
Alle 10:30 o alle 10:45:30.
Costa 5 $ o 5,99 $.
Lui disse: «No». Lei disse: "Sì".
Ricerca & sviluppo, D&R.
Se a < b e b > c, allora sì.
Vedi [fig. 3] e [pag. 12].
L'insieme {vedi la nota} è vuoto.
La cartella C:\nuova\testi non c'è.
Car* tutt*, benvenut* a tuttə.
Un po' d'acqua, dell'olio, c'è tutto.
Il n. 1, il n. 2 e il n. 3.
Lo 0,5% annuo; il 3% lordo.
Dalle 9:00 alle 18:00, festivi esclusi.
Perché no? Sì, perché no!`,
  pt: String.raw`Certeza de 100%, ou de 99 %.
Até 50% de desconto e 5 % de volta.
Os 20% são seus, os 10 % são meus.
Cerca de 5 % da população.
Nota: isto é importante.
Nota :ver abaixo.
Às 10:30 ou às 10:45:30.
Custa R$5, não R$50,00.
De R$1 a R$2 por dia.
Ele disse: "Não". Ela disse: «Sim».
P&D, Silva & filhos.
Se a < b e b > c, então sim.
Caros(as) alunos(as) e tod@s.
Ver [fig. 3] e [p. 12].
O conjunto {ver a nota} é vazio.
A pasta C:\nova\textos não existe.
O 1.º e o 2.º lugar, a n.ª vez.
Cresceu 2,5% em um ano.
Das 9:00 às 18:00, exceto feriados.
Não é? É, sim!`,
  nl: String.raw`Voor 100% zeker, voor 99 % bijna.
Tot 50% korting en 5 % extra.
De 20% is van jou, 10 % is van mij.
Ongeveer 5 % van de mensen.
Let op: dit is belangrijk.
Let op :zie onder.
Om 10:30 uur of om 10:45:30.
Het kost $5, geen $50.
Hij zei: 'Nee'. Zij zei: "Ja".
Jansen & zonen, V&A.
Als a < b en b > c, dan wel.
Zie [fig. 3] en [blz. 12].
De verzameling {zie noot} is leeg.
De map C:\nieuw\teksten is leeg.
's Avonds, 's morgens, foto's en auto's.
De leraren/leraressen en leerling(en).
Nr. 1, nr. 2 en nr. 3.
Een groei van 2,5% per jaar.
Van 9:00 tot 18:00 uur.
Hè? Zo'n één dag.`,
  sv: String.raw`Till 100 % säker, till 99% nästan.
Upp till 50 % rabatt och 5 % extra.
Andelen i % är stor i Sverige.
Ungefär 5 % av folket, 10 % i norr.
Obs: det här är viktigt.
Obs :se nedan.
Klockan 10:30 eller 10:45:30.
Det kostar 5:- eller 49:50.
EU:s regler och USA:s lagar, TV:n och SJ:s tåg.
Han sa: "Nej". Hon sa: ”Ja”.
Om a < b och b > c, så ja.
Se [bild 3] och [s. 12].
Mängden {se noten} är tom.
Mappen C:\ny\texter är tom.
1:a, 2:a och 3:e plats.
Nr 1, nr 2 och nr 3.
En ökning med 2,5 % per år.
Från 9:00 till 18:00.
Va? Nä, va!
Han/hon och den/det.`,
  fi: String.raw`Täysin 100-prosenttinen, 99 % varma.
Jopa 50 %:n alennus ja 5 %:n lisä.
Noin 5 % suomalaisista, 10 % ruotsalaisista.
EU:n säännöt ja USA:n lait, TV:stä ja SAK:lle.
Huom: tämä on tärkeää.
Huom :ks. alla.
Kello 10:30 tai 10:45:30.
Hän sanoi: "Ei". Toinen sanoi: ”Kyllä”.
Jos a < b ja b > c, niin kyllä.
Katso [kuva 3] ja [s. 12].
Joukko {ks. viite} on tyhjä.
Kansio C:\uusi\tekstit puuttuu.
Kasvua 2,5 % vuodessa.
Nro 1, nro 2 ja nro 3.
Hinta on 5 € tai 5,99 €.
Klo 9:00–18:00 arkisin.
Tämä 20 %:n osuus kasvaa.
Mitä? Eikö niin!
Hän/se ja he/ne.
Virtanen & pojat.`,
  hu: String.raw`A 100%-os biztonság és a 99%-os esély.
Akár 50%-kal olcsóbb, 5%-ra csökkent.
A lakosság 5%-a, a többi 10%-ban.
A %-ban megadott érték, a %-os arány.
Figyelem: ez fontos.
Figyelem :lásd lent.
10:30-kor vagy 10:45:30-kor.
Azt mondta: „Nem”. A másik: »Igen«.
Ha a < b és b > c, akkor igen.
Lásd [3. ábra] és [12. o.].
A {lásd a jegyzetet} halmaz üres.
A C:\uj\szovegek mappa üres.
Évi 2,5%-os növekedés.
Az 1., a 2. és a 3. helyen.
Ára 5 $ vagy 5,99 $.
9:00-tól 18:00-ig.
Kovács & fia Kft.
Mi? Nem, dehogy!
Ő/az és ők/azok.
Az ÁFA 27%.`,
  tr: String.raw`%100 doğal ve %50 indirim.
Fiyatlar %25 arttı, %3 azaldı.
Nüfusun %5'i, kalanın %20'si.
Yüzde 50, yani %50 oranında.
%99,9 oranında güvenli.
Not: bu önemli.
Not :aşağıya bakın.
Saat 10:30 ya da 10:45:30.
Fiyatı 5$ ya da 5,99$.
"Hayır" dedi. 'Evet' dedi.
a < b ve b > c ise, evet.
Bkz. [şek. 3] ve [s. 12].
{nota bakın} kümesi boş.
C:\yeni\metinler klasörü boş.
Ankara'nın, İzmir'in, Türkiye'de.
1., 2. ve 3. sırada.
Yılda %2,5 büyüme.
9:00 ile 18:00 arasında.
Yılmaz & oğulları.
Ne? Hayır, olmaz!`,
  eu: String.raw`Prezioa %25 igo da, %3 jaitsi.
Biztanleen %50 eta gainerakoen %20.
Oharra: hau garrantzitsua da.
Oharra :ikusi behean.
Ordua: 10:30 edo 10:45:30.
Prezioa 5 $ da.
"Ez" esan zuen. 'Bai' esan zuen.
a < b eta b > c bada, bai.
Ikus [3. irudia] eta [12. or.].
{ikus oharra} multzoa hutsik dago.
C:\berria\testuak karpeta hutsik dago.
%2,5eko hazkundea urtean.
1., 2. eta 3. postuan.
Zer? Ez horixe!
Goizeko 9:00etatik 18:00etara.`,
  pl: String.raw`Na 100% pewne, na 99 % prawie.
Do 50% taniej i 5 % gratis.
Około 5 % ludzi, 10% z nich nowych.
Uwaga: to jest ważne.
Uwaga :zob. niżej.
O 10:30 albo o 10:45:30.
Kosztuje 5 $ albo 5,99 $.
Powiedział: „Nie”. Powiedziała: »Tak«.
Jeśli a < b i b > c, to tak.
Zob. [rys. 3] i [s. 12].
Zbiór {zob. przypis} jest pusty.
Folder C:\nowy\teksty jest pusty.
Wzrost o 2,5% rocznie.
Nr 1, nr 2 i nr 3.
Od 9:00 do 18:00.
Kowalski & synowie.
Co? Nie, skądże!
On/ona i oni/one.
Pan(i) i Państwo.
W 20% przypadków.`,
  cs: String.raw`Na 100 % jistě, na 99% skoro.
Až 50% sleva a 5 % navíc.
Asi 5 % lidí, 10 % z nich.
Pozor: to je důležité.
Pozor :viz níže.
V 10:30 nebo v 10:45:30.
Stojí to 5 $ nebo 5,99 $.
Řekl: „Ne“. Řekla: »Ano«.
Když a < b a b > c, pak ano.
Viz [obr. 3] a [s. 12].
Množina {viz pozn.} je prázdná.
Složka C:\nova\texty je prázdná.
Růst o 2,5 % ročně.
Č. 1, č. 2 a č. 3.
Od 9:00 do 18:00.
Novák & synové.
Co? Ne, kdepak!
20% roztok a 5% přirážka.
On/ona a oni/ony.
Je to 1:0 pro nás.`,
  ru: String.raw`На 100% уверен, на 99 % почти.
Скидки до 50% и 5 % сверху.
Около 5 % людей, 10% из них.
Внимание: это важно.
Внимание :см. ниже.
В 10:30 или в 10:45:30.
Стоит 5 $ или $5.
Он сказал: «Нет». Она сказала: "Да".
Если a < b и b > c, то да.
См. [рис. 3] и [с. 12].
Множество {см. прим.} пусто.
Папка C:\новая\тексты пуста.
Папка C:\new\teksty пуста.
Рост на 2,5% в год.
№ 1, № 2 и № 3.
С 9:00 до 18:00.
20%-ный раствор, 5%-я наценка.
Иванов & сыновья.
Что? Нет, конечно!
Он/она и они.`,
  el: `Σίγουρα 100%, ή 99 % σχεδόν.
Έως 50% έκπτωση και 5 % δώρο.
Περίπου 5 % των ανθρώπων.
Προσοχή: αυτό είναι σημαντικό.
Προσοχή :βλ. παρακάτω.
Στις 10:30 ή στις 10:45:30.
Κοστίζει 5 $ ή 5,99 $.
Είπε: «Όχι». Είπε: "Ναι".
Αν a < b και b > c, τότε ναι.
Βλ. [εικ. 3] και [σ. 12].
Το σύνολο {βλ. σημ.} είναι κενό.
Αύξηση 2,5% τον χρόνο.
Από τις 9:00 έως τις 18:00.
Τι; Όχι βέβαια!
Ο/η και οι.`,
  ja: String.raw`100%確実です。99 %ではありません。
最大50%オフ、さらに5%引き。
約5%の人、残りの10%。
注意:これは重要です。
注意:下記参照。
10:30または10:45:30に。
価格は$5、または5,99$。
「いいえ」と言った。『はい』と言った。
a < b かつ b > c なら、はい。
[図3]と[12ページ]を参照。
集合{注を参照}は空です。
フォルダーC:\new\textは空です。
年2.5%の成長。
田中&息子。
午前9:00から午後6:00まで。
何?いいえ!
①、②、③の順に。
〜5km、約10分。
A&B、R&D。
100%オーガニック。`,
  zh: String.raw`百分之百,即100%确定。
最多优惠50%,再减5%。
约5%的人,其余10%。
注意:这很重要。
注意:见下文。
10:30或10:45:30。
价格是$5或5.99$。
他说:“不。”她说:‘是。’
如果a < b且b > c,则是。
见[图3]和[第12页]。
集合{见注}是空的。
文件夹C:\new\text是空的。
每年增长2.5%。
王&子。
上午9:00到下午6:00。
什么?不!
①、②、③。
约5公里,10分钟。
A&B,R&D。
百分之20%以上。`,
  ko: String.raw`100% 확실합니다. 99 %는 아닙니다.
최대 50% 할인, 추가 5%까지.
약 5%의 사람, 나머지 10%는.
주의: 이것은 중요합니다.
주의 :아래 참조.
10:30 또는 10:45:30에.
가격은 $5 또는 5.99$입니다.
“아니요”라고 했다. '예'라고 했다.
a < b 이고 b > c 이면, 예.
[그림 3]과 [12쪽]을 보세요.
집합 {주를 보라}는 비었다.
폴더 C:\new\text는 비었습니다.
연 2.5% 성장.
오전 9:00부터 오후 6:00까지.
뭐? 아니요!`,
  ar: `متأكد بنسبة 100%، أو 99 %.
خصم حتى 50% و5 % إضافية.
حوالي 5 % من الناس.
ملاحظة: هذا مهم.
ملاحظة :انظر أدناه.
في 10:30 أو 10:45:30.
السعر 5$ أو $5.
قال: «لا». قالت: "نعم".
إذا كان a < b و b > c فنعم.
انظر [الشكل 3] و [ص 12].
المجموعة {انظر الملاحظة} فارغة.
نمو ٢٫٥٪ في السنة.
من 9:00 إلى 18:00.
ماذا؟ لا!
الأول/الأولى.`,
  he: `בטוח ב-100%, או ב-99 %.
עד 50% הנחה ועוד 5 %.
כ-5 % מהאנשים.
הערה: זה חשוב.
הערה :ראו להלן.
ב-10:30 או ב-10:45:30.
המחיר 5$ או $5.
הוא אמר: "לא". היא אמרה: 'כן'.
אם a < b וגם b > c אז כן.
ראו [איור 3] ו[עמ' 12].
הקבוצה {ראו הערה} ריקה.
צמיחה של 2.5% בשנה.
מ-9:00 עד 18:00.
מה? לא!
הוא/היא והם/הן.`,
  hi: `100% पक्का, 99 % लगभग।
50% तक की छूट और 5 % अतिरिक्त।
लगभग 5 % लोग।
ध्यान दें: यह ज़रूरी है।
ध्यान दें :नीचे देखें।
10:30 या 10:45:30 बजे।
कीमत $5 या ₹5.99 है।
उसने कहा: "नहीं"।
अगर a < b और b > c, तो हाँ।
देखें [चित्र 3] और [पृ. 12]।
समुच्चय {टिप्पणी देखें} खाली है।
हर साल 2.5% की बढ़त।
9:00 से 18:00 तक।
क्या? नहीं!
वह/वे।`,
}

/** Prose that is taken for code all the same, and why nothing is done about it. */
export const PROTECTED_PROSE: readonly string[] = [
  // A single % before 1 is written for the first argument far more often than for one per cent.
  "Payı %1'dir.",
  // Two prices that begin with 1 and 2.
  'Between $1 and $2 each.',
]
