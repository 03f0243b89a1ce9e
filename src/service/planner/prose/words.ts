/**
 * The words of instructions, by role and language: pure data. Phrases are compared without case and accents; a trailing `*`
 * stands for any ending; `|` separates phrases. The names of languages are in language-names.ts.
 */
export const WORD_ROLES = [
  'translate', // the verb; alone it asks for nothing more
  'into', // a target language follows
  'into_weak', // the same, but only before a language: `to`, `in`, `en`, `a`
  'for', // a target language or the readers follow
  'from', // the source language follows
  'from_weak', // the same, but only before a language: `de`, `von`
  'also', // adds to the earlier plan
  'skip', // leaves out what follows
  'out', // leaves out what was just named: `weg`, `out`
  'only', // leaves out everything but what follows
  'keep', // what follows stays untranslated
  'as_is', // what was named stays untranslated
  'not', // turns the meaning of what follows around
  'instead', // what follows is replaced
  'swap', // of the two things that follow, the second replaces the first
  'use', // begins a wish: a language becomes a target, a style goes to the engine
  'but', // begins another clause
  'and', // joins a list or two clauses
  'everything', // the whole file
  'rest', // everything else; never the name of a part
  'standard', // quality tier
  'lite', // quality tier
  'condition', // what follows is a condition, which a plan cannot express
  'bound', // what follows is where a range of the file begins or ends, which a plan cannot express
  'guide', // a word about style: the clause goes to the engine
  'unable', // something this service does not do
  'again', // the verb, also for text that has a translation: `retranslate`
  'existing', // text that already has a translation
  'missing', // text that has none
  'fuzzy', // text whose translation is in doubt
  'hidden', // hidden text
  'descriptor', // says what kind of term is named
  'glue', // articles, auxiliaries, particles: no meaning by themselves
  'polite', // neither a wish nor a condition
] as const
export type WordRole = (typeof WORD_ROLES)[number]

type Words = Readonly<Partial<Record<WordRole, string>>>

const ENGLISH: Words = {
  bound: 'up to|until|till|as far as|through|between|stop at|stop after|starting at|starting from|from then on',
  condition: 'if|unless|when|whenever|once|provided|as long as|maybe|perhaps|probably|possibly',
  translate:
    'translat*|localis*|localiz*|continue|finish|update|fill in|fill|complete the|render|put|convert|a translation|target language|target languages|targets|target',
  into: 'into|->|=>|→|➜|target:',
  into_weak: 'to|in|as|>',
  for: 'for',
  from: 'from|out of|source language|source is|the source is|written in|it is in|is written in',
  also: "don't forget|even|same for|the same for|also|too|as well|in addition|additionally|plus|add|adding|include|including|together with|not only|not just|more than just|including but not limited to|not limited to|but also|besides",
  skip: "don't touch|do not touch|skip|skips|skipping|skipped|leave out|left out|omit*|exclud*|ignor*|without|except|except for|everything but|all but|everything except|apart from|drop|drops|dropping|remove|removes|removing|delete|minus|avoid*|no longer",
  out: 'out|off',
  only: 'only|just|solely|exclusively|nothing but|nothing except|limited to',
  keep: 'keep|keeps|keeping|leave|leaves|leaving|left|preserv*|retain*|stay|stays|remain|remains',
  as_is:
    'untranslated|as is|as-is|as it is|as they are|unchanged|untouched|alone|intact|verbatim|not translated|the same',
  not: "not needed|not required|isn't necessary|aren't necessary|unneeded|unnecessary|needless|needn't|no need to|need not|isn't|aren't|neither|but not|stop|not|don't|dont|do not|never|no|doesn't|does not|should not|shouldn't|must not|mustn't|wouldn't|would not|cannot|won't|nothing|none|without translating",
  instead: 'instead of|rather than|in place of|instead',
  use: 'use|using|make|write|give|set|take|prefer',
  swap: 'replace|replaces|replacing|switch|change|change from|swap|exchange',
  but: 'but|however',
  and: 'and|or|&|+|nor|then|and then|while',
  everything:
    'without exception|everything but|all but|everything except|everything|all|all of it|whole|entire|complete|full|file|files|document|documents|doc|docs|sheet|spreadsheet|worksheet|table|po file|readme|manual|every|it|this|that|these|those|them|text|texts|content|contents|strings|app|application|website|site|json|yaml|csv|markdown|html|catalog|catalogue|resources|anything|everything else',
  rest: 'rest|others|other',
  standard: 'standard quality|tier standard|in standard|high quality|best quality',
  lite: 'lite|lite quality|lite tier|cheap|cheaply|cheaper|cheapest|inexpensive*|draft quality|draft translation|as a draft',
  guide:
    'draft|detailed|verbose|longer|elaborate|tone|style|formal|formally|informal|informally|formality|friendly|casual|casually|professional|professionally|concise|concisely|short|shorter|brief|briefly|simple|simply|simpler|plain|playful|playfully|technical|literal|literally|natural|naturally|inclusive|audience|reader|readers|kid|kids|child|children|beginner|beginners|expert|experts|customer|customers|user|users|teenager*|student*|doctor*|lawyer*|developer*|engineer*|address*|terminology|wording|phras*|sound|sounds|voice|length|character|characters|consistent|consistently|spell*|grammar|punctuation|capital*|uppercase|lowercase|emoji|emojis|slang|jargon|idiom*|abbreviat*|exclamation|warm|upbeat|neutral|polite|politely|courteous*|respectful*|humor*|humour*|witty|fun|funny|marketing|persuasive|catchy|conversational|colloquial*|clear|clearly|easy|readable|understand*|accurate*|faithful*|creativ*|free|freely|market|metric|imperial|currency|currencies|dates|honorific*|pronoun*|use sie|use du|du-form|du form|sie|vous|usted|names|brand|brands|brand names|product names|placeholders|formatting|markup|variables|tags|context|describes|imperative|active|passive|sentence|sentences|register|elegant|modern|legalese|business|academic|scientific|medical',
  unable:
    'email*|e-mail*|mail|send*|notif*|ping|tell|remind*|upload*|publish*|deploy*|commit|push|print*|save|download*|image|images|picture*|screenshot*|video*|audio|font|color|colour|colours|blue|red|green|bold|layout|summari*|proofread*|rename|tomorrow|deadline|schedul*|invoice|discount|charge|run|execute|install|when done|pdf|fix|buy|order|approve',
  existing:
    'already translated|what is already translated|already translated entries|translated entries|translated strings|translated ones|the translated|existing translations|existing translation|what is translated|what is done|what is already done|what is finished|what we already have|already done',
  missing:
    "untranslated|what is untranslated|what is not translated|not translated yet|what has no translation|without a translation|without translation|missing translations|missing translation|missing strings|what is missing|what's missing|whatever is missing|what is new|what's new|new strings|new ones",
  fuzzy: 'fuzzy|fuzzies|fuzzy ones|fuzzy entries',
  again: 'retranslat*|translate again|redo|overwrite|overwriting',
  hidden: 'hidden|hidden text|invisible',
  descriptor:
    'product|products|brand names|product names|name|names|word|words|term|terms|brand|company|expression|called|project|feature',
  glue: "after all|it's|that's|they're|there's|we're|i'm|even|the|a|an|of|on|at|by|with|my|our|your|its|their|is|are|be|been|being|should|must|will|would|can|could|may|do|does|please|so|such|very|more|most|less|too much|there|here|any|some|every|each|both|version|versions|language|languages|quality|tier|i|we|you|me|us|he|she|they|who|which|what|how|need|needs|want|wants|have|has|get|let|let's|now|still|again|back|really|quite|bit|little|ones|one|section|sections|part|parts|'s|s|up|about|than|following|want it|speaking|speakers|variant",
  polite:
    "if possible|if you can|please|thanks|thank you|hi|hello|hey|dear|hi there|good morning|can you|could you|could you please|i'd like|i want|i need|ok|great|sure|actually|sorry|bye",
}

const GERMAN: Words = {
  bound: 'bis|bis zum|bis zur|zwischen',
  condition: 'wenn|falls|sofern|sobald|solange|vielleicht|eventuell|womöglich',
  translate: 'übersetz*|übertrag*|lokalisier*|zielsprache|zielsprachen',
  into: 'ins|nach',
  into_weak: 'in|auf|zu|zum|als',
  for: 'für',
  from: 'aus|vom',
  from_weak: 'von',
  also: 'sogar|selbst|auch|zusätzlich|außerdem|ebenfalls|ebenso|noch|dazu|ergänze|hinzu|plus|inklusive|einschließlich|mitsamt|samt|sowie',
  skip: 'nicht anfassen|ohne|außer|ausgenommen|überspring*|auslassen|weglassen|ignorier*|entfern*|streich*|vermeide*|alles außer',
  out: 'weg|raus|aus|wegfallen|entfällt|außen vor',
  only: 'nichts außer|nichts als|nur|bloß|ausschließlich|lediglich',
  keep: 'beibehalt*|behalt*|belass*|lass|lasse|lassen|lasst|bleib*|bewahr*',
  as_is: 'unübersetzt|unverändert|bei|unangetastet',
  not: 'nicht nötig|unnötig|überflüssig|brauchst du nicht|brauchst du nicht zu|brauche ich nicht|weder|auf keinen fall|keinesfalls|nicht|nichts|kein|keine|keinen|keiner|keines|nie|niemals',
  instead: 'statt|anstatt|anstelle',
  use: 'verwende|verwenden|verwendet|benutze|benutzen|benutzt|nutze|nutzen|nutzt|nimm|schreib*|mach|mache',
  swap: 'ersetz*|tausch*|wechsle|ändere',
  but: 'dafür|stattdessen|aber|sondern|jedoch',
  and: 'und|oder|sowie|dann',
  everything:
    'alles außer|alles|ganze|ganzen|tabelle|arbeitsblatt|tabellenblatt|katalog|gesamte|gesamten|datei|dokument|text|texte|inhalt|inhalte|diese|dieses|diesen|die datei',
  rest: 'übrige|übrigen|andere|anderen|restliche',
  standard: 'standardqualität',
  lite: 'günstig|günstigste|billig|preiswert|rohübersetzung|entwurfsqualität',
  guide:
    'entwurf|ausführlich*|detailliert*|ton|tonfall|stil|formell*|förmlich*|informell*|locker*|freundlich*|höflich*|sachlich*|kurz|kurze|kurzen|kürzer|knapp*|einfach*|verständlich*|natürlich|wörtlich*|frei|anrede|ansprache|siezen|sieze|duzen|duze|du-form|zielgruppe|leser|leserinnen|kinder|kindern|anfänger|fachleute|kunden|technisch*|gendern|gendergerecht|geschlechtsneutral|wortwahl|formulier*|klingt|klingen|zeichen|rechtschreibung|werblich|sprachstil|markennamen|produktnamen|eigennamen|platzhalter|emojis|umgangssprach*|fachbegriffe',
  unable: 'e-mail|druck*|speicher*|fertig|morgen',
  existing: 'bereits übersetzt*|vorhandene übersetzungen|übersetzte einträge|übersetzte texte',
  missing:
    'unübersetzt|unübersetzte|unübersetzten|unübersetztes|noch nicht übersetzt|was noch nicht übersetzt ist|fehlende|fehlenden|fehlenden übersetzungen',
  fuzzy: 'fuzzy|fuzzys|fuzzy-einträge|als fuzzy markierten|unscharfe|unscharfen|unsichere|unsicheren',
  again: 'neu|erneut|nochmal|noch einmal|überschreib*',
  hidden: 'versteckte|versteckten|verborgene|ausgeblendete',
  descriptor: 'produktname|produktnamen|name|namen|wort|wörter|begriff|begriffe|marke',
  glue: 'sogar|selbst|der|die|das|den|dem|des|ein|eine|einen|einem|einer|ist|sind|sei|soll|sollen|sollte|muss|müssen|wird|werden|bitte|mit|für|im|am|an|von|zu|so|sehr|mehr|mal|doch|ich|wir|du|sie|mir|uns|es|sich|alle|jede|machen|sprache|sprachen|qualität|version|dabei|dann|jetzt|möglichst|teil|bereich|abschnitt|mein|meine|meinen|unsere|unseren|um|wie|da|hier|bei',
  polite: 'wenn möglich|falls möglich|bitte|hallo|guten tag|guten morgen|hi|kannst du',
}

const FRENCH: Words = {
  bound: 'jusqu à|jusque|à partir de|entre',
  condition: 'si|lorsque|quand|peut-être',
  translate: 'tradui*|traduction|localis*',
  into: 'vers|vers l',
  into_weak: 'en|au|à',
  for: 'pour',
  from: 'depuis|à partir de',
  from_weak: 'de|du|de l|de la|d',
  also: 'n oublie pas|même|aussi|également|ajoute*|inclu*|y compris|pas seulement',
  skip: 'sans|sauf|excepté|hormis|à part|ignore*|omet*|exclu*|saute*|retire*|enlève*|supprime*|évite*|tout sauf',
  only: 'rien que|rien d autre que|seulement|uniquement|juste|seul|seule|seuls|seules|exclusivement',
  keep: 'garde*|conserv*|laisse*|préserv*|maintiens|maintenez',
  as_is: 'tel quel|inchangé*|intact*',
  not: 'n est pas nécessaire|n est pas nécessaire de|ne sont pas nécessaires|pas nécessaire|pas nécessaires|pas nécessaire de|inutile|inutiles|inutile de|superflu|superflus|superflue|superflues|ne|n|pas|pas d|rien|jamais|aucun|aucune|ni',
  instead: 'au lieu de|au lieu de l',
  use: 'utilise*|emploie*|employez|écris|écrivez',
  swap: 'remplace*|change|changez|passe|passez',
  but: 'mais|cependant',
  and: 'et|ou|puis|ensuite',
  everything:
    'tout|tous|toute|toutes|feuille|tableur|catalogue|tableau|fichier|document|texte|textes|contenu|ce|cet|cette|ces|ceci|cela|entier|complet',
  rest: 'reste|autres',

  lite: 'pas cher|économique|brouillon',
  guide:
    'détaillé*|ton|style|formel*|informel*|soutenu|familier|familière|amical*|poli|concis|court|courte|courts|bref|brève|simple|simplement|naturel*|littéral*|tutoie*|tutoyez|tutoyer|vouvoie*|vouvoyez|vouvoyer|vouvoyant|tutoyant|public|lecteur*|enfant|enfants|débutant*|client|clients|professionnel*|technique|registre|vocabulaire|formulation*|caractères|inclusif|inclusive|orthographe|marques|argot|jargon|émojis',
  unable: 'enregistre*|image|images|bleue|résume*',
  existing: 'déjà traduit*|ce qui est déjà traduit|traductions existantes',
  missing: 'ce qui n est pas traduit|ce qui manque|manquant|manquants|manquante|manquantes',
  fuzzy: 'fuzzy|floues|flous|approximatives',
  again: 'retradui*|refais|refaites|écrase*',
  hidden: 'masqué|masqués|masquées|caché|cachés',
  descriptor: 'nom|expression',
  glue: 'finalement|encore|même|le|la|les|l|un|une|des|du|de|d|ce|que|qu|qui|est|sont|soit|doit|doivent|avec|pour|dans|sur|au|aux|mon|ma|mes|notre|nos|votre|vos|ton|ta|tes|son|sa|ses|il|elle|je|nous|vous|tu|me|moi|se|s|j|y|très|plus|bien|langue|langues|qualité|version|partie|section|être|faire|veuillez|à|par|comme',
  polite: 's il vous plaît|salut',
}

const SPANISH: Words = {
  bound: 'hasta|hasta la|a partir de|desde|desde la|entre',
  condition: 'si|cuando|quizás|tal vez',
  translate: 'tradú*|localiz*',
  into: 'hacia',
  into_weak: 'al|a|en',
  for: 'para',
  from: 'desde',
  from_weak: 'de|del',
  also: 'incluso|también|además|añad*|agreg*|incluy*|incluid*|asimismo|igualmente',
  skip: 'sin|excepto|salvo|menos|omit*|excluy*|ignor*|salta*|quita*|elimin*|borra*|evita*|todo menos|todo excepto',
  out: 'fuera',
  only: 'nada más que|nada excepto|nada salvo|solo|solamente|únicamente|exclusivamente',
  keep: 'mantén|mantener|mantenga*|conserva*|conserve*|deja|deje|dejes|dejar|dejen|guarda',
  as_is: 'sin traducir|igual|intacto|intacta|como está',
  not: 'no hace falta|no son necesarias|no necesito|innecesario|innecesaria|innecesarios|innecesarias|no|nada|nunca|jamás|ningún|ninguna|ni',
  instead: 'en lugar de',
  use: 'usa|use|usar|utiliza|utilice|escribe|escriba|emplea',
  swap: 'reemplaza*|sustituy*|cambia|cambiar|cambie',
  but: 'pero|sino',
  and: 'y|e|o|u|luego|después',
  everything:
    'todo|toda|todos|todas|hoja|tabla|archivo|fichero|documento|texto|textos|contenido|esto|este|esta|estos|estas|lo|entero|completo',
  rest: 'resto|demás|otros',

  lite: 'barato|barata|más barato|lo más barato|económico|borrador',
  guide:
    'detallad*|tono|estilo|formal|informal|formales|cercano|amistoso|amigable|cortés|conciso|breve|breves|corto|corta|cortos|sencillo|sencilla|simple|claro|natural|literal|tutea*|tuteo|usted|ustedes|tratamiento|público|lector|lectores|niño|niños|principiantes|clientes|profesional|técnico|técnica|registro|vocabulario|redacción|caracteres|inclusivo|ortografía|marcas|jerga|emojis|coloquial',
  unable: 'color|resum*|llám*',
  existing: 'ya traducid*|lo ya traducido|traducciones existentes',
  missing: 'sin traducir|faltante|faltantes|lo que no está traducido|lo que falta',
  fuzzy: 'fuzzy|dudosas|dudosos|difusas',
  again: 'retraduc*|retraduzc*|rehaz|sobrescrib*',
  hidden: 'oculto|ocultos|ocultas|oculta',
  descriptor: 'nombre',
  glue: 'otra vez|nuevamente|incluso|el|la|los|las|un|una|unos|unas|de|del|que|es|son|sea|sean|debe|deben|con|para|por|en|a|al|mi|mis|su|sus|nuestro|nuestra|tu|tus|me|nos|se|te|le|muy|más|bien|idioma|idiomas|calidad|versión|parte|sección|como|ser|estar|haz|ha|lo',
  polite: 'por favor|hola|necesito',
}

/** Japanese words follow what they apply to, so these act backwards (`postfix` of a token). */
const JAPANESE: Words = {
  translate: '翻訳してください|翻訳して|翻訳する|翻訳|訳してください|訳して|訳す',
  into: 'に|へ|語に',
  from: 'から',
  also: 'だけではなく|も含めて|含めて|も|追加',
  skip: 'は変更せず|は不要です|は不要|不要です|不要|以外は|以外|を除いて|は除いて|除いて|除外|スキップ|やめて',
  only: 'だけ|のみ',

  as_is: 'そのままにして|そのままで|そのまま',
  not: '必要はありません|必要ありません|しなくていいです|しなくていい|しないでください|しないで|せず',
  bound: 'まで|以降|以前',
  instead: 'ではなく',
  and: 'と|や|、|及び',
  but: 'でも',
  everything: '以外は|以外|全部|すべて|全て|全体|ファイル|文書|テキスト|文章|これ|この|内容',
  standard: '標準',
  lite: '安く|安い|格安',
  guide: '丁寧|敬語|口調|文体|フォーマル|簡潔|短く|短い|子供|読者|直訳|意訳|ユーザー|顧客',
  unable: 'メールして|メール|送信|通知|画像|写真|色を|青く|青|赤く|印刷|保存|公開|要約|校正|明日|完了したら|電話',
  existing: '翻訳済み|既存の翻訳',
  missing: '未翻訳|未訳',
  fuzzy: '曖昧',
  again: '再翻訳してください|再翻訳して|再翻訳',

  descriptor: '用語|単語',
  glue: 'は|を|の|が|で|て|な|です|ます|して|する|した|ある|いる|こと|もの|ように|よう|にして|ください|言語|部分|には|へは|にも|書いて|向け|表現|品質',
  polite: 'お願いします|お願い|ほしいです|ほしい',
}

/** Phrases that do two things at once. */
export const DOUBLE: Readonly<Record<string, readonly WordRole[]>> = {
  翻訳しないでください: ['not', 'translate'],
  翻訳しないで下さい: ['not', 'translate'],
  翻訳しないで: ['not', 'translate'],
  翻訳しない: ['not', 'translate'],
  翻訳不要: ['not', 'translate'],
  訳さないでください: ['not', 'translate'],
  訳さないで: ['not', 'translate'],
  訳さない: ['not', 'translate'],
  訳さなくていい: ['not', 'translate'],
  訳さなくてもいい: ['not', 'translate'],
}

/** Words that a single rule asks for. They have no role by themselves, or one beside it. */
export const CLASSES = {
  either: 'or|oder|ou|o|u',
  closing: 'too|as well',
  neither: 'weder',
  nor: 'noch',
  asking: 'should|shall|soll|sollen|sollte|sollten',
  answer: 'no|nein|non|nee',
  having: 'with|having|containing|mit|avec|con',
  lacking: 'without|ohne|sans|sin',
  row: 'row|rows|line|lines|record|records|entries|cell|cells|Zeile|Zeilen|Zelle|Zellen|ligne|lignes|cellule|cellules|fila|filas|celda|celdas',
  like: 'like|wie|comme|como',
  bounding: 'to|à|bis',
  one: 'a',
  degree: 'a|an|too|very|so|more|less|ein|eine|einen|un|une|una',
  object: 'it|this|that|them|these|those',
  // Whoever says these means the whole file, even where a part is called so.
  whole: 'it|this|that|these|those|them|all|every|everything|alles|tout|todo|any|anything',
  // English words that are also tags: languages only right after `into` and `from`, and in a list with them.
  everyday: 'it|no|is|or|to|so|as|am|be|my|he|hi|id|in|an|on',
  verb: 'polish',
  avoiding: 'avoid|avoids|avoiding|vermeide|vermeiden|vermeidet|évite|éviter|évitez|evita|evitar|evite',
  excepting: 'except|except for|excluding|apart from|ausgenommen|außer|ausser|sauf|excepté|excepto|hormis|salvo|menos',
  contrary: 'not|but not|nicht|pas|keep|behalte|behalten|also|auch|aussi|también',
  passive: 'be|being|werden|wird|être|ser',
  // Words for how a text is written. They mean that even where a part of the file has the same name.
  manner: 'draft|tone|style|register|Entwurf|Ton|Tonfall|Stil|registre|tono|estilo|文体|口調',
  sort: 'Marke|Produktname|Produktnamen|Begriff|Wort|Firma|Ausdruck',
  article: 'die|der|das|den|dem',
} as const
export type WordClass = keyof typeof CLASSES

export const WORDS: readonly Words[] = [ENGLISH, GERMAN, FRENCH, SPANISH, JAPANESE]

/** Scripts written without spaces: their phrases are found anywhere, and act on what stands before them. */
export const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u
