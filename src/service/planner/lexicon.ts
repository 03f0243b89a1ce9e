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
  bound:
    'up to|until|till|as far as|through|between|stop at|stop before|stop after|starting at|starting from|starting with|beginning at|beginning with|from then on',
  condition: 'if|unless|when|whenever|once|provided|in case|as long as',
  translate:
    'translat*|localis*|localiz*|continue|finish|update|render|put|convert|a translation|target language|target languages|targets|target',
  into: 'into|->|=>|→|➜|target:',
  into_weak: 'to|in|as|>',
  for: 'for',
  from: 'from|out of|source language|source is|the source is|original language is|written in|it is in|is written in',
  also: "don't forget|do not forget|not forgetting|even|same for|the same for|do the same for|likewise for|also|too|as well|in addition|additionally|plus|add|adding|include|including|along with|together with|not only|not just|more than just|more than only|including but not limited to|not limited to|but also|as well as|besides",
  skip: "don't touch|do not touch|don't bother with|not interested in|skip|skips|skipping|skipped|leave out|leaving out|omit*|exclud*|excluding|ignor*|without|except|except for|everything but|all but|everything except|apart from|other than|but not|drop|drops|dropping|remove|removes|removing|delete|minus|avoid*|get rid of|no longer",
  out: 'out|off',
  only: 'only|just|nothing other than|restrict to|restricted to|restrict it to|limit it to|limit this to|solely|exclusively|nothing but|nothing except|nothing else than|limit to|limited to',
  keep: 'keep|keeps|keeping|leave|leaves|leaving|preserv*|retain*|stay|stays|remain|remains',
  as_is:
    'untranslated|as is|as-is|as it is|as they are|unchanged|untouched|alone|intact|verbatim|not translated|in the original|in original|in the original language|the way it is|the same',
  not: "not needed|not necessary|not required|not wanted|not important|not relevant|no longer needed|no longer necessary|no longer required|isn't needed|isn't necessary|isn't required|isn't wanted|aren't needed|aren't necessary|aren't required|aren't wanted|unneeded|unnecessary|needless|needless to|needn't|no need to|no need for|need not|isn't|aren't|neither|stop|under no circumstances|by no means|refrain from|not|don't|dont|do not|never|no|doesn't|does not|should not|shouldn't|must not|mustn't|cannot|won't|nothing|none|without translating",
  instead: 'instead of|rather than|in place of|instead',
  use: 'use|using|make|write|give|set|take|prefer',
  swap: 'replace|replaces|replacing|switch|switch from|change|change from|swap|exchange',
  but: 'but|however',
  and: 'and|or|&|+|nor|then|and then|while',
  everything:
    'without exception|without any exception|everything but|all but|everything except|everything|all|all of it|whole|entire|complete|full|file|files|document|documents|doc|docs|sheet|spreadsheet|worksheet|table|catalog file|po file|readme|manual|guide page|every|it|this|that|these|those|them|text|texts|content|contents|strings|app|application|website|site|json|yaml|csv|markdown|html|catalog|catalogue|resources|anything|everything else',
  rest: 'rest|others|other',
  standard:
    'standard quality|standard tier|quality standard|standard quality tier|tier standard|in standard|high quality|highest quality|best quality|better quality|good quality|top quality|normal quality|full quality',
  lite: 'lite|lite quality|lite tier|quality lite|light tier|cheap|cheaply|cheaper|cheapest|low cost|lowest cost|inexpensive*|budget tier|draft quality|draft translation|rough draft|quick draft|as a draft|as cheaply as possible|low quality',
  guide:
    'draft|detailed|verbose|longer|elaborate|tone|style|formal|formally|informal|informally|formality|friendly|casual|casually|professional|professionally|concise|concisely|short|shorter|brief|briefly|simple|simply|simpler|plain|playful|playfully|technical|literal|literally|natural|naturally|idiomatic*|gender-neutral|gender neutral|inclusive|audience|reader|readers|kid|kids|child|children|beginner|beginners|expert|experts|customer|customers|user|users|teenager*|student*|doctor*|lawyer*|developer*|engineer*|address*|terminology|wording|phras*|sound|sounds|voice|length|character|characters|consistent|consistently|spelling|spell*|grammar|punctuation|capital*|uppercase|lowercase|title case|sentence case|emoji|emojis|slang|jargon|idiom*|abbreviat*|exclamation|warm|upbeat|neutral|polite|politely|courteous*|respectful*|humor*|humour*|witty|fun|funny|marketing|persuasive|catchy|conversational|colloquial*|clear|clearly|easy|readable|understand*|accurate*|faithful*|creativ*|free|freely|market|audience|metric|imperial|currency|currencies|units of measure*|date format|dates|honorific*|pronoun*|you-form|use sie|use du|use tu|use vous|use usted|use ihr|sie-form|du-form|sie form|du form|sie|vous|usted|names|brand|brands|brand names|product names|proper names|placeholders|formatting|markup|variables|tags|context|describes|imperative|active|passive|sentence|sentences|register|elegant|modern|old-fashioned|legalese|business|academic|scientific|medical',
  unable:
    'email*|e-mail*|mail|send*|notif*|ping|call me|tell|remind*|upload*|publish*|deploy*|commit|push|print*|save|download*|image|images|picture*|photo*|screenshot*|video*|audio|font|fonts|color|colors|colour|colours|blue|red|green|bold|italic|layout|summari*|proofread*|refactor*|rename|tomorrow|deadline|schedul*|invoice|discount|charge|run|execute|install|when done|when finished|when ready|asap|slack|pdf|fix|buy|order|approve',
  existing:
    "already translated|what is already translated|what's already translated|that are already translated|which are already translated|that is already translated|already translated ones|already translated entries|already translated strings|translated entries|translated strings|translated ones|translated texts|translated messages|translated segments|translated rows|translated cells|the translated|existing translations|existing translation|existing ones|current translations|what is translated|what is done|what's done|what is already done|what's already done|what is finished|what we already have|already done|done already|finished ones|done ones|done entries|completed ones|completed entries",
  missing:
    "untranslated|what is untranslated|what's untranslated|that are untranslated|which are untranslated|what is not translated|what's not translated|what isn't translated|what is not translated yet|what isn't translated yet|what's not translated yet|not yet translated|not translated yet|not already translated|what is not yet translated|what has no translation|what has no translation yet|without a translation|without translation|with no translation|missing translations|missing translation|missing ones|missing entries|missing strings|what is missing|what's missing|whatever is missing|what is still missing|what's still missing|what is new|what's new|new strings|new entries|new ones|empty translations|empty ones|open ones",
  fuzzy:
    'fuzzy|fuzzies|marked fuzzy|marked as fuzzy|flagged fuzzy|flagged as fuzzy|that are fuzzy|which are fuzzy|fuzzy ones|fuzzy entries|fuzzy strings|fuzzy translations|unsure ones',
  again:
    'retranslat*|re-translat*|translate again|translate anew|translate afresh|redo|overwrite|overwriting|start over with',
  hidden: 'hidden|hidden text|hidden rows|hidden columns|invisible',
  descriptor:
    'product|products|brand names|product names|name|names|word|words|term|terms|brand|brands|company|phrase|phrases|expression|expressions|called|project|trademark|trademarks|feature',
  glue: "after all|it's|that's|they're|there's|we're|i'm|even|the|a|an|of|on|at|by|with|my|our|your|its|their|is|are|be|been|being|should|must|will|would|can|could|may|do|does|please|so|such|very|more|most|less|too much|there|here|any|some|every|each|both|version|versions|language|languages|quality|tier|i|we|you|me|us|he|she|they|who|which|what|how|need|needs|want|wants|have|has|get|let|let's|now|still|again|back|really|quite|bit|little|ones|one|section|sections|part|parts|'s|s|up|about|than|following|want it|speaking|speakers|variant",
  polite:
    "thanks for your help|thank you for your help|for your help|please|thanks|thank you|thanks a lot|many thanks|thank you very much|thanks in advance|hi|hello|hey|dear|hi there|good morning|can you|could you|would you|will you|can you please|could you please|i would like|i'd like|i want|i need|we need|we want|we would like|we'd like|i want you|i would like you|kindly|cheers|ok|okay|great|perfect|sure|actually|sorry|bye|best regards|regards|would be great|that would be great|thx|pls|plz|no problem|hi team|hello team|everyone|help me|let me know",
}

const GERMAN: Words = {
  bound: 'bis|bis zu|bis zum|bis zur|zwischen',
  condition: 'wenn|falls|sofern|sobald|solange',
  translate:
    'übersetz*|übersetzen sie|übertrag*|übertragen sie|lokalisier*|übersetzung|zielsprache|zielsprachen|eine übersetzung',
  into: 'ins|nach',
  into_weak: 'in|auf|zu|zum|als|in die|in das',
  for: 'für',
  from: 'aus|aus dem|vom',
  from_weak: 'von',
  also: 'sogar|selbst|dasselbe für|das gleiche für|auch|zusätzlich|außerdem|ebenfalls|ebenso|noch|dazu|ergänze|füge hinzu|hinzu|plus|nicht nur|nicht bloß|sondern auch|inklusive|sowie',
  skip: 'fass nicht an|nicht anfassen|ohne|außer|ausser|bis auf|ausgenommen|überspring*|überspringen sie|auslassen|weglassen|ignorier*|entfern*|streich*|lass weg|abgesehen von|verzichte auf|nicht mehr|vermeide*|alles außer|alles bis auf',
  out: 'weg|raus|aus|wegfallen|entfällt|außen vor',
  only: 'beschränke dich auf|beschränkt auf|nur|bloß|ausschließlich|lediglich|nichts außer',
  keep: 'beibehalt*|behalt*|behalten sie|belass*|lass|lasse|lassen|lassen sie|lasst|bleib*|bewahr*',
  as_is: 'unübersetzt|unverändert|so wie es ist|so wie sie sind|wie es ist|im original|bei|unangetastet',
  not: 'nicht nötig|nicht notwendig|nicht erforderlich|nicht gebraucht|nicht gewünscht|nicht wichtig|nicht relevant|nicht mehr nötig|unnötig|überflüssig|brauchst du nicht|brauchst du nicht zu|brauchen sie nicht|brauchen sie nicht zu|brauche ich nicht|brauchen wir nicht|brauchen nicht|braucht nicht|musst du nicht|müssen sie nicht|weder|auf keinen fall|keinesfalls|hör auf|nicht|nichts|kein|keine|keinen|keiner|keines|nie|niemals',
  instead: 'statt|anstatt|anstelle von|anstelle',
  use: 'verwende|verwenden|verwendet|benutze|benutzen|benutzt|nutze|nutzen|nutzt|nimm|schreib*|mach|mache',
  swap: 'ersetz*|tausch*|wechsle|wechsle von|ändere',
  but: 'dafür|stattdessen|aber|sondern|jedoch',
  and: 'und|oder|sowie|dann|und dann',
  everything:
    'ohne ausnahme|alles außer|alles bis auf|alles|ganze|ganzen|tabelle|arbeitsblatt|tabellenblatt|katalog|gesamte|gesamten|datei|dokument|text|texte|inhalt|inhalte|diese|dieses|diesen|die datei',
  rest: 'übrige|übrigen|andere|anderen|restliche',
  standard:
    'standardqualität|hohe qualität|hoher qualität|in hoher qualität|höchste qualität|beste qualität|bester qualität|gute qualität|in standardqualität',
  lite: 'günstig|günstigste|billig|preiswert|möglichst günstig|als entwurf|rohübersetzung|lite-qualität|entwurfsqualität|einfache qualität',
  guide:
    'entwurf|ausführlich*|detailliert*|ton|tonfall|stil|formell*|förmlich*|informell*|locker*|freundlich*|höflich*|sachlich*|kurz|kurze|kurzen|kürzer|knapp*|einfach*|verständlich*|natürlich|wörtlich*|frei|anrede|ansprache|siezen|sieze|duzen|duze|sie-form|du-form|mit sie|mit du|per sie|per du|verwende sie|verwende du|benutze sie|benutze du|zielgruppe|leser|leserinnen|kinder|kindern|anfänger|fachleute|kunden|technisch*|gendern|gendergerecht|geschlechtsneutral|wortwahl|formulier*|klingt|klingen|zeichen|rechtschreibung|leichte sprache|leichter sprache|werblich|sprachstil|markennamen|produktnamen|eigennamen|platzhalter|emojis|umgangssprach*|fachbegriffe',
  unable:
    'schick*|sende|senden|maile|e-mail|benachrichtig*|druck*|speicher*|lade|hochladen|veröffentlich*|bild|bilder|bildern|farbe|farben|blau|rot|schriftart|fett|sag mir|melde|bescheid|wenn du fertig bist|fertig|morgen|zusammenfass*|korrigier*|ruf',
  existing:
    'bereits übersetzt*|schon übersetzt*|was schon übersetzt ist|was bereits übersetzt ist|was schon fertig ist|vorhandene übersetzungen|vorhandenen übersetzungen|vorhandene übersetzung|bestehende übersetzungen|bestehenden übersetzungen|übersetzte einträge|übersetzten einträge|übersetzte texte|fertig übersetzte|fertig übersetzten',
  missing:
    'unübersetzt|unübersetzte|unübersetzten|unübersetztes|nicht übersetzte|nicht übersetzten|noch nicht übersetzt|noch nicht übersetzte|noch nicht übersetzten|was noch nicht übersetzt ist|was nicht übersetzt ist|was noch fehlt|was fehlt|fehlende|fehlenden|fehlende übersetzungen|fehlenden übersetzungen|neue einträge|neuen einträge',
  fuzzy:
    'fuzzy|fuzzys|fuzzy-einträge|fuzzy-einträgen|fuzzy-texte|fuzzy-übersetzungen|als fuzzy markiert|als fuzzy markierte|als fuzzy markierten|unscharfe|unscharfen|unsichere|unsicheren',
  again:
    'neu|erneut|nochmal|noch einmal|neu übersetz*|erneut übersetz*|nochmal übersetz*|noch einmal übersetz*|überschreib*|alles neu übersetzen',
  hidden: 'versteckte|versteckten|verborgene|ausgeblendete',
  descriptor: 'produktname|produktnamen|name|namen|wort|wörter|begriff|begriffe|marke|firma|ausdruck',
  glue: 'doch noch|sogar|selbst|der|die|das|den|dem|des|ein|eine|einen|einem|einer|ist|sind|sei|soll|sollen|sollte|muss|müssen|wird|werden|bitte|mit|für|im|am|an|von|zu|so|sehr|mehr|mal|doch|ich|wir|du|sie|mir|uns|es|sich|alle|jede|machen|sprache|sprachen|qualität|version|dabei|dann|jetzt|möglichst|teil|bereich|abschnitt|mein|meine|meinen|unsere|unseren|um|wie|da|hier|bei',
  polite:
    'bitte|danke|vielen dank|danke schön|dankeschön|besten dank|hallo|guten tag|guten morgen|hi|kannst du|können sie|könntest du|könnten sie|würdest du|würden sie|ich möchte|ich hätte gern|ich hätte gerne|wir möchten|ich brauche|wir brauchen|ich will|liebe grüße|viele grüße|mit freundlichen grüßen|moin|servus|gerne|danke im voraus',
}

const FRENCH: Words = {
  bound: 'jusqu à|jusqu au|jusqu aux|jusque|à partir de|à partir du|à partir d|entre',
  condition: 'si|lorsque|quand|à condition que|à moins que',
  translate: 'tradui*|traduction|une traduction|localis*|langue cible|langues cibles',
  into: 'vers|vers le|vers la|vers l',
  into_weak: 'en|au|à|a',
  for: 'pour',
  from: 'depuis|à partir de|depuis le',
  from_weak: 'de|du|de l|de la|d',
  also: 'n oublie pas|n oubliez pas|sans oublier|même|la même chose pour|pareil pour|aussi|également|en plus|ajoute*|ajoutez|ainsi que|inclu*|y compris|non seulement|pas seulement|pas uniquement|mais aussi|de plus',
  skip: 'ne touche pas à|ne touche pas aux|ne touchez pas à|ne touchez pas aux|ne touche pas|sans|sauf|excepté|hormis|à part|ignore*|omet*|omets|exclu*|exclus|saute*|laisse de côté|laissez de côté|retire*|enlève*|supprime*|évite*|tout sauf',
  only: 'seulement|uniquement|juste|rien que|seul|seule|seuls|seules|exclusivement',
  keep: 'garde*|gardez|conserv*|laisse*|laissez|préserv*|maintiens|maintenez',
  as_is:
    'tel quel|telle quelle|tels quels|telles quelles|inchangé*|intact*|non traduit*|sans le traduire|sans traduire|sans les traduire|dans la langue originale',
  not: 'n est pas nécessaire|n est pas nécessaire de|n est pas utile|n est pas utile de|ne sont pas nécessaires|ne sont pas utiles|n est plus nécessaire|ne sont plus nécessaires|pas nécessaire|pas nécessaires|pas nécessaire de|n ai pas besoin de|n ai pas besoin des|n as pas besoin de|n avez pas besoin de|n avons pas besoin de|pas besoin|pas besoin de|pas besoin des|nul besoin de|nul besoin|inutile|inutiles|inutile de|superflu|superflus|superflue|superflues|en aucun cas|surtout pas|arrête de|arrêtez de|ne|n|pas|pas de|pas d|pas du|plus de|plus d|rien|jamais|aucun|aucune|ni',
  instead: 'au lieu de|au lieu du|à la place de|à la place du|plutôt que|au lieu de l|à la place de l|à la place',
  use: 'utilise*|utilisez|emploie*|employez|écris|écrivez',
  swap: 'remplace*|remplacez|change|changez|passe|passez',
  but: 'par contre|en revanche|mais|cependant',
  and: 'et|ou|puis|et puis|ensuite',
  everything:
    'sans exception|tout|tous|toute|toutes|feuille|tableur|catalogue|tableau|fichier|document|texte|textes|contenu|ce|cet|cette|ces|le tout|ceci|cela|entier|complet|l ensemble',
  rest: 'reste|autres',
  standard: 'qualité standard|haute qualité|meilleure qualité|bonne qualité|niveau standard|en qualité standard',
  lite: 'pas cher|bon marché|moins cher|le moins cher|économique|brouillon|qualité lite|niveau lite|qualité brouillon',
  guide:
    'détaillé*|ton|style|formel*|informel*|soutenu|familier|familière|amical*|poli|concis|court|courte|courts|bref|brève|simple|simplement|naturel*|littéral*|tutoie*|tutoyez|tutoyer|vouvoie*|vouvoyez|vouvoyer|vouvoyant|tutoyant|tutoiement|vouvoiement|public|lecteur*|enfant|enfants|débutant*|client|clients|professionnel*|technique|registre|vocabulaire|formulation*|caractères|inclusif|inclusive|orthographe|utilise vous|utilise tu|utilisez vous|marques|noms propres|noms de produits|noms de marque|argot|jargon|émojis',
  unable:
    'envoie*|envoyez|préviens|prévenez|imprime*|enregistre*|publie*|télécharge*|image|images|photo|photos|couleur|couleurs|bleu|bleue|rouge|police|résume*|corrige*|quand c est fini|demain|appelle*|avertis',
  existing:
    'déjà traduit*|ce qui est déjà traduit|ce qui est déjà fait|traductions existantes|traduction existante|chaînes traduites|entrées traduites|textes traduits',
  missing:
    'non traduit|non traduits|non traduite|non traduites|pas encore traduit*|ce qui n est pas traduit|ce qui n est pas encore traduit|ce qui manque|traductions manquantes|chaînes manquantes|manquant|manquants|manquante|manquantes|nouvelles entrées|nouvelles chaînes',
  fuzzy: 'fuzzy|floues|flous|marquées fuzzy|marqués fuzzy|approximatives',
  again: 'retradui*|traduis à nouveau|traduis de nouveau|traduisez à nouveau|refais|refaites|écrase*',
  hidden: 'masqué|masqués|masquées|caché|cachés',
  descriptor: 'nom|noms|mot|mots|terme|termes|marque|produit|entreprise|expression|de produit|du produit',
  glue: 'finalement|à nouveau|de nouveau|encore|même|le|la|les|l|un|une|des|du|de|d|ce|que|qu|qui|est|sont|soit|doit|doivent|avec|pour|dans|sur|au|aux|mon|ma|mes|notre|nos|votre|vos|ton|ta|tes|son|sa|ses|il|elle|je|nous|vous|tu|me|moi|se|s|j|y|très|plus|bien|langue|langues|qualité|version|partie|section|être|faire|veuillez|à|par|comme',
  polite:
    's il te plaît|s il vous plaît|s il te plait|s il vous plait|svp|stp|merci|merci beaucoup|merci bien|merci d avance|bonjour|bonsoir|salut|pouvez-vous|peux-tu|pourriez-vous|pourrais-tu|je voudrais|je souhaite|je veux|nous voudrions|j aimerais|veuillez|cordialement|d accord|il faut',
}

const SPANISH: Words = {
  bound: 'hasta|hasta el|hasta la|a partir de|a partir del|desde|desde el|desde la|entre',
  condition: 'si|cuando|siempre que|a menos que|salvo que',
  translate: 'traduc*|traduz*|tradú*|localiz*|idioma de destino|idiomas de destino|una traducción',
  into: 'hacia',
  into_weak: 'al|a|en',
  for: 'para',
  from: 'desde|desde el|a partir del',
  from_weak: 'de|del|del idioma',
  also: 'no olvides|no olvide|no olvidar|sin olvidar|incluso|lo mismo para|igual para|también|además|añad*|agreg*|incluy*|incluid*|incluye|así como|no solo|no solamente|no únicamente|sino también|asimismo|igualmente',
  skip: 'no toques|no toque|no tocar|sin|excepto|salvo|menos|omit*|excluy*|excluye|ignor*|salta*|deja fuera|dejar fuera|quita*|elimin*|borra*|evita*|todo menos|todo excepto|todo salvo',
  out: 'fuera',
  only: 'solo|sólo|solamente|únicamente|nada más que|exclusivamente',
  keep: 'mantén|manten|mantener|mantenga*|conserva*|conserve*|deja|deje|dejes|dejar|dejen|guarda',
  as_is:
    'sin traducir|sin traducirlo|sin traducirla|tal cual|igual|sin cambios|intacto|intacta|como está|como están|en el original',
  not: 'no hace falta|no hacen falta|no es necesario|no es necesaria|no son necesarios|no son necesarias|ya no es necesario|no es preciso|no necesito|no necesitamos|no necesitas|no necesitan|no tienes que|no tiene que|no hay que|no se necesita|no se necesitan|innecesario|innecesaria|innecesarios|innecesarias|de ninguna manera|en ningún caso|deja de|deje de|no|nada|nada de|nunca|jamás|ningún|ninguna|ni',
  instead: 'en lugar del|en lugar de|en vez del|en vez de|en su lugar',
  use: 'usa|use|usar|utiliza|utilice|escribe|escriba|emplea',
  swap: 'reemplaza*|sustituy*|cambia|cambiar|cambie',
  but: 'en cambio|pero|sino',
  and: 'y|e|o|u|luego|y luego|después',
  everything:
    'sin excepción|todo|toda|todos|todas|hoja|hoja de cálculo|tabla|archivo|fichero|documento|texto|textos|contenido|esto|este|esta|estos|estas|lo|entero|completo',
  rest: 'resto|demás|otros',
  standard:
    'calidad estándar|alta calidad|la mejor calidad|mejor calidad|buena calidad|nivel estándar|en calidad estándar',
  lite: 'barato|barata|más barato|lo más barato|económico|borrador|calidad lite|nivel lite|en borrador|calidad de borrador',
  guide:
    'detallad*|tono|estilo|formal|informal|formales|cercano|amistoso|amigable|cortés|conciso|breve|breves|corto|corta|cortos|sencillo|sencilla|simple|claro|natural|literal|tutea*|tuteo|usted|ustedes|tratamiento|público|lector|lectores|niño|niños|principiantes|clientes|profesional|técnico|técnica|registro|vocabulario|redacción|caracteres|inclusivo|ortografía|usa tú|usa usted|marcas|nombres propios|nombres de producto|nombres de marca|jerga|emojis|coloquial',
  unable:
    'envía*|envia*|envíame|avísa*|avisa*|imprim*|publica|publíca*|sube|descarga*|imagen|imágenes|foto|fotos|color|colores|azul|rojo|fuente|resume|resum*|corrige|corregir|cuando termines|mañana|llám*',
  existing:
    'ya traducid*|lo ya traducido|lo que ya está traducido|lo que ya está hecho|traducciones existentes|traducción existente|cadenas traducidas|entradas traducidas|textos traducidos',
  missing:
    'sin traducir|faltante|faltantes|no traducido|no traducidos|no traducidas|lo no traducido|lo que no está traducido|lo que aún no está traducido|lo que todavía no está traducido|lo que falta|traducciones que faltan|entradas nuevas|cadenas nuevas',
  fuzzy: 'fuzzy|dudosas|dudosos|difusas|marcadas como fuzzy|marcados como fuzzy',
  again:
    'retraduc*|retraduzc*|vuelve a traducir|vuelva a traducir|traduce de nuevo|traduzca de nuevo|rehaz|sobrescrib*',
  hidden: 'oculto|ocultos|ocultas|oculta',
  descriptor: 'nombre|nombres|palabra|palabras|término|términos|marca|producto|empresa|expresión|del producto',
  glue: 'al final|otra vez|de nuevo|nuevamente|incluso|el|la|los|las|un|una|unos|unas|de|del|que|es|son|sea|sean|debe|deben|con|para|por|en|a|al|mi|mis|su|sus|nuestro|nuestra|tu|tus|me|nos|se|te|le|muy|más|bien|idioma|idiomas|calidad|versión|parte|sección|como|quiero que|ser|estar|haz|ha|lo',
  polite:
    'por favor|gracias|muchas gracias|hola|buenos días|buenas tardes|buenas|puedes|puede|podrías|podría|podéis|quiero|quisiera|querría|me gustaría|necesito|necesitamos|queremos|saludos|gracias de antemano|de acuerdo|hay que',
}

/** Japanese words follow what they apply to, so these act backwards (`postfix` of a token). */
const JAPANESE: Words = {
  translate:
    '翻訳してください|翻訳して下さい|翻訳して|翻訳する|翻訳したい|翻訳をお願いします|翻訳お願いします|翻訳|訳してください|訳して|訳す|ローカライズして|ローカライズ',
  into: 'に|へ|語に',
  from: 'から',
  also: 'だけではなく|だけでなく|も含めて|も含む|を含めて|を含む|含めて|も|追加で|追加して|追加|加えて|さらに|および',
  skip: 'は変更せずに|は変更せず|を変更せず|は変更しないで|は上書きせず|を上書きせず|は不要です|は不要|不要です|不要|はいりません|はいらない|以外の|以外は|以外|を除いて|を除き|を除く|は除いて|除いて|除外して|除外|抜きで|なしで|無しで|を省いて|省いて|スキップして|スキップ|を外して|外して|を削除して|削除して|やめて',
  only: 'だけ|のみ|に限り',
  keep: '残して|維持して|保持して',
  as_is: 'そのままにして|そのままで|そのまま|原文のまま|訳さずに|翻訳せずに|英語のまま',
  not: '必要はありません|必要ありません|必要はない|必要ない|必要なし|要りません|要らない|しなくていいです|しなくていい|しなくてもいい|しなくて結構です|しないでください|しないで下さい|しないで|しなくて大丈夫です|しなくて大丈夫|必要がありません|必要がない|せずに|せず|対象外',
  bound: 'まで|以降|以前|より前|より後',
  instead: 'ではなく|じゃなく|の代わりに|かわりに',
  and: 'と|や|、|及び|または|それと|そして',
  but: 'ただし|しかし|でも|ですが',
  everything:
    '以外の|以外は|以外|全部|すべて|全て|全体|シート|表全体|スプレッドシート|カタログ|ファイル|文書|テキスト|文章|これ|この|ドキュメント|内容',
  standard: '標準品質|標準の品質|高品質|最高品質|標準',
  lite: '安く|安い|格安|下書き品質|ライト|簡易翻訳',
  guide:
    '丁寧|詳しく|詳細に|敬語|です・ます調|ですます調|です・ます|だ・である調|口調|トーン|文体|カジュアル|フォーマル|親しみやすい|親しみやすく|簡潔|短く|短い|わかりやすい|わかりやすく|分かりやすく|自然な|自然に|子ども|子供|初心者|読者|直訳|意訳|専門用語|尊敬語|謙譲語|くだけた|絵文字|ユーザー|顧客|ビジネス|柔らかい|やわらかい',
  unable:
    'メールして|メールで|メール|送って|送信|通知|知らせて|画像|写真|色を|青く|青|赤く|フォント|印刷|保存|公開|要約|校正|明日|終わったら|完了したら|電話',
  existing:
    '既に翻訳済み|すでに翻訳済み|翻訳済み|既存の翻訳|既に翻訳されているもの|すでに翻訳されているもの|翻訳されているもの',
  missing:
    '未翻訳|まだ翻訳されていないもの|翻訳されていないもの|まだ翻訳されていない|翻訳されていない|訳されていないもの|未訳',
  fuzzy: 'ファジー|あいまい|曖昧',
  again: '再翻訳してください|再翻訳して|再翻訳|訳し直してください|訳し直して|翻訳し直してください|翻訳し直して',
  hidden: '非表示',
  descriptor: '製品名|商品名|会社名|ブランド名|用語|単語|という',
  glue: 'は|を|の|が|で|て|な|です|ます|して|する|した|ある|いる|こと|もの|ように|よう|にして|にする|ください|下さい|言語|部分|という名前|による|には|へは|にも|使って|書いて|向け|表現|品質',
  polite:
    'お願いします|お願い致します|お願いいたします|お願い|ありがとうございます|ありがとう|よろしく|こんにちは|おはようございます|すみません|ほしいです|欲しいです|ほしい|いただけますか|もらえますか|どうぞ',
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

export const LEXICON: readonly Words[] = [ENGLISH, GERMAN, FRENCH, SPANISH, JAPANESE]

/** Scripts written without spaces: their phrases are found anywhere, and act on what stands before them. */
export const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u
