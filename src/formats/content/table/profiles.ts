/**
 * What the headings of well-known tables mean, as data: exports of gettext tools, translation services, game engines and shops. Headings
 * are compared in lower case, with one blank for any separator.
 */

function names(...lists: readonly string[]): ReadonlySet<string> {
  return new Set(lists.join(',').split(/,\s*/))
}

/** What is longer is no heading of any of these tables. */
const LONGEST = 60

export function plainHeading(heading: string): string {
  if (heading.length > LONGEST) return ''
  return heading
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .toLowerCase()
    .replace(/^[?_#\s]+/, '')
    .replace(/[\s:*]{1,60}$/, '')
    .replace(/[\s_.-]+/g, ' ')
}

/** Columns that name their rows. */
const ROW_NAMES = names(
  'key,keys,key name,id,identifier,identification,name,sku,string id,string key,string name,stringid,res id,resource id,msgid',
  'message id,message key,message name,translation key,handle,slug,code',
)
/** Columns that are no text in a file of messages. */
const KEYS = names(
  'key,keys,key id,key name,id,ids,identifier,identification,name,string id,string key,string name,stringid,res id,resource id',
  'message id,message key,message name,msgid,translation key,variable,namespace,group,module,domain,file,files,file name,filename,path,tag,tags',
  'label,labels,platform,platforms,plural,plurals,plural name,plural form,status,state,fuzzy,hidden,is hidden,archived,is archived',
  'screenshot,screenshots,base words,words,type,field,market,n,no,nr,number',
)
/** Those that only a file of messages has. */
const MESSAGE_KEYS = names(
  'key,keys,key name,string id,string key,string name,stringid,message id,message key,msgid,translation key,variable',
)
/** Columns that explain a text to translators. */
const NOTES = names(
  'context,contexts,msgctxt,source context,comment,comments,note,notes,description,descriptions,desc,location,locations,reference',
  'references,hint,hints,instruction,instructions,section,where,usage,developer comment,developer comments,developer note',
  'developer notes,developer description,translator comment,translator comments,translators comments,translator note',
  'translator notes,translation comment,translation comments,translation note,translation notes',
)
/** Columns for the translation into a language that the table does not say, and for the text that it translates. */
const SOURCES = names(
  'source,source text,source string,source term,source phrase,original,original text,original string,original term,msgid',
  'default content,default text,default value,default string,default,singular',
)
/** Columns that hold such a text beside columns of languages, if these do not. */
const ORIGINALS = names('text,string,phrase,term,value,message,content')
const TARGETS = names(
  'target,target text,target string,target term,translation,translation text,translation string,translation term,translated',
  'translated text,translated string,translated term,translated content,msgstr,translation (singular)',
)
/** What a text is called that a table has in one language so far: `title_en`. */
const TEXTS = names(
  'name,title,subtitle,label,text,value,description,short description,desc,summary,content,body,message,subject,headline,heading',
  'caption,question,answer,excerpt',
)
/** What people are called. */
const PEOPLE = names('first name,firstname,given name,middle name,last name,lastname,family name,surname')
/** In a table with a row for each language: the language of the row, and its text. */
const LOCALES = names('locale,locales,language,language code,lang,lang code,locale code,culture,iso code')
const VALUES = names('value,text,translation,translated text,content,message,string,label,body')

/** In such a table: what is true of one translation alone. */
const STATUSES = names('status,state,fuzzy,outdated,approved,updated,updated at,reviewed,last modified')

/** In such a table of things with fields: the column of the field, and the fields whose words are read by programs. */
const FIELDS = names('field')
const CODE_FIELDS = names('handle,url handle,slug')

export const isFieldName = (heading: string): boolean => FIELDS.has(plainHeading(heading))
export const isCodeField = (field: string): boolean => CODE_FIELDS.has(plainHeading(field))
export const isStatusName = (heading: string): boolean => STATUSES.has(plainHeading(heading))
export const isNameOfPeople = (heading: string): boolean => PEOPLE.has(plainHeading(heading))
export const isRowName = (heading: string): boolean => ROW_NAMES.has(plainHeading(heading))
export const isKeyName = (heading: string): boolean => heading === '#' || KEYS.has(plainHeading(heading))
export const isMessageKey = (heading: string): boolean => MESSAGE_KEYS.has(plainHeading(heading))
export const isNoteName = (heading: string): boolean => NOTES.has(plainHeading(heading))
export const isSourceName = (heading: string): boolean => SOURCES.has(plainHeading(heading))
export const isOriginalName = (heading: string): boolean => ORIGINALS.has(plainHeading(heading))
export const isTargetName = (heading: string): boolean => TARGETS.has(plainHeading(heading))
export const isTextName = (heading: string): boolean => TEXTS.has(plainHeading(heading))
export const isLocaleName = (heading: string): boolean => LOCALES.has(plainHeading(heading))
export const isValueName = (heading: string): boolean => VALUES.has(plainHeading(heading))

/** The export of a shop: what it is known by, and its columns whose words are read by programs. All others are judged as ever. */
interface Shop {
  readonly knownBy: readonly string[]
  readonly codes: ReadonlySet<string>
}

const SHOPS: readonly Shop[] = [
  {
    // WooCommerce, products.
    knownBy: ['sku', 'visibility in catalog', 'tax status'],
    codes: names(
      'id,type,sku,gtin, upc, ean, or isbn,published,is featured?,visibility in catalog,tax status,tax class,in stock?,stock',
      'backorders allowed?,sold individually?,allow customer reviews?,shipping class,images,parent,grouped products,upsells',
      'cross sells,external url,brands',
    ),
  },
  {
    // Shopify, products.
    knownBy: ['handle', 'body (html)', 'vendor'],
    codes: names(
      'handle,vendor,product category,published,variant sku,variant inventory tracker,variant inventory policy,variant fulfillment service',
      'variant requires shipping,variant taxable,variant barcode,variant image,variant weight unit,variant tax code,image src',
      'gift card,status,google shopping / google product category,google shopping / gender,google shopping / age group',
      'google shopping / condition,google shopping / mpn,google shopping / custom product,option1 linked to,option2 linked to',
      'option3 linked to',
    ),
  },
]

/** The columns of a shop's export that hold codes, by their plain names; none for any other table. */
export function codesOfShop(headings: readonly string[]): ReadonlySet<string> {
  const there = new Set(headings.map(plainHeading))
  return SHOPS.find(({ knownBy }) => knownBy.every(name => there.has(name)))?.codes ?? new Set()
}
