import { describe, expect, it } from 'vitest'
import { built, opened, unitsOf } from '../files.ts'

const csv = built('csv')

/** The texts that are offered, by column. */
async function offered(content: string, language?: string): Promise<Record<string, string[]>> {
  const options = language === undefined ? {} : { target: { language } }
  const texts: Record<string, string[]> = {}
  for (const { part, text, left_out } of await unitsOf(csv, opened(content), options)) {
    if (left_out === undefined) texts[part] = [...(texts[part] ?? []), text]
  }
  return texts
}
const rowsOf = (count: number, row: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => `${row(at)}\n`).join('')

describe('a row of headings', () => {
  it.each<[string, string, string[]]>([
    [
      'of five words',
      'id,name,Please enter your full name here,age\n1,A b,Some text,3\n2,C d,More text,4\n',
      ['name', 'Please enter your full name here'],
    ],
    [
      'that are questions',
      'Timestamp,How did you hear about us?\n2024-01-01,From a friend\n2024-01-02,By the radio\n',
      ['column headings', 'How did you hear about us?'],
    ],
    ['with a comma', 'id,"Name, as on the card",age\n1,Some name,3\n2,Other name,4\n', ['Name, as on the card']],
    ['of messages', 'msgid,msgstr\nOpen it now,\n', ['msgid']],
    [
      'of names that programs know, but for one',
      'id,title,internalName,"See [this](http://a.example){:x} + that."\nab,A hat,hat1,Look at it\ncd,A cap,cap1,Look here\n',
      ['title', 'See [this](http://a.example){:x} + that.'],
    ],
  ])('is one, also where it is %s', async (_, content, parts) => {
    expect(Object.keys(await offered(content, 'de'))).toEqual(parts)
  })

  it.each<[string, string, string[]]>([
    [
      'What is your name?,How did you hear about us?\nAnn Lee,A friend told me about it\nBo Ek,I saw it on the web\n',
      'questions alone',
      ['What is your name?', 'How did you hear about us?'],
    ],
    [
      `Email,"Which of our hats, caps and scarves have you bought within the last twelve months, and where?"\na@b.example,Two hats\n`,
      'a long question',
      ['Which of our hats, caps and scarves have you bought within the last twelve months, and where?'],
    ],
    [
      `I feel well at work.,My team listens to me.\n${rowsOf(6, at => (at % 2 ? 'Agree,Fully agree' : 'Disagree,Agree'))}`,
      'sentences above answers to choose from',
      ['I feel well at work.', 'My team listens to me.'],
    ],
    [
      'Timestamp,Anything else you want to tell us?\n2024-01-01,No\n2024-01-02,Nice hats\n',
      'a question beside labels, which stay',
      ['Anything else you want to tell us?'],
    ],
  ])('of a survey is one, and text: %j: %s', async (content, _, headings) => {
    const { 'column headings': texts, ...columns } = await offered(content, 'de')
    expect(texts).toEqual(headings)
    expect(Object.keys(columns)).toContain(headings[0])
  })

  it('is none where questions stand below it, too', async () => {
    const file = 'Who made it?,Ann\nWhen was it made?,In May\nWhat is it made of?,Wool\n'
    expect((await offered(file))['column 1']).toEqual(['Who made it?', 'When was it made?', 'What is it made of?'])
  })

  it.each<[string, string]>([
    ['title,Welcome to our new little shop\nbutton,Buy it now\n', 'Welcome to our new little shop'],
    ['text,"Hello, you there"\nother,Good day\n', 'Hello, you there'],
  ])('is none where it may be a text: %j', async (content, text) => {
    expect((await offered(content))['column 2']).toContain(text)
  })
})

describe('values that programs write', () => {
  it('are no text in a table of data: truths, and words for nothing', async () => {
    const words = ['TRUE', 'FALSE', 'NA', 'n/a', 'NULL', 'None', '-', 'N/A', 'nan']
    const file = `id,title,remark\n${rowsOf(words.length, at => `${at},Some title ${at},${words[at]}`)}9,Last title,Not yet\n`
    expect((await offered(file)).remark).toEqual(['Not yet'])
    expect(
      Object.keys(await offered(`title,sold\n${rowsOf(4, at => `Hat ${at}x,${at % 2 ? 'True' : 'False'}`)}`)),
    ).toEqual(['title'])
  })

  it('are no text in a sheet of Google or Excel where a formula failed, in a column of a language either', async () => {
    const faults = ['#N/A', '#REF!', '#VALUE!', '#NAME?', '#DIV/0!', '#NUM!', '#NULL!', '#ERROR!', '#SPILL!', '#CALC!']
    const sheet = faults.map((fault, at) => `k${at},${at % 2 ? `Some text ${at}` : fault},${fault},,\r\n`).join('')
    const texts = faults.flatMap((_, at) => (at % 2 ? `Some text ${at}` : []))
    // With the empty columns that such a sheet ends with.
    expect((await offered(`key,en,fr,,\r\n${sheet}`, 'de')).en).toEqual(texts)
    const scores = faults.map((fault, at) => `Some text ${at},${fault}\r\n`).join('')
    expect(Object.keys(await offered(`Text,Score\r\n${scores}`))).toEqual(['Text'])
  })

  it('are text where they are a message in a language', async () => {
    expect((await offered('key,en,fr\na,None,Aucun\nb,True,\n', 'de')).en).toEqual(['None', 'True'])
  })

  it('are no text where they come again and again, in small letters', async () => {
    const file = (word: (at: number) => string) => `title,state\n${rowsOf(12, at => `Hat number ${at},${word(at)}`)}`
    expect(Object.keys(await offered(file(at => (at % 2 ? 'active' : 'inactive'))))).toEqual(['title'])
    expect(Object.keys(await offered(file(at => (at % 2 ? 'on-hold' : 'paid_out'))))).toEqual(['title'])
    // Each another: text.
    expect(Object.keys(await offered(file(at => `${'abcdefghijkl'.slice(at)}word`)))).toEqual(['title', 'state'])
    expect(Object.keys(await offered(file(at => (at % 2 ? 'Active' : 'Inactive'))))).toEqual(['title', 'state'])
  })

  it('need not come so often where the name of the column says that a program chooses them', async () => {
    const file =
      'title,status,color,label\nRunning shoes,active,red,shoes\nWalking boots,inactive,blue,boots\nSummer hat,active,red,hats\nWinter hat,active,blue,hats\n'
    expect(Object.keys(await offered(file))).toEqual(['title', 'label'])
    expect(await offered('title,size\nRed hat,m\nBlue hat,xl\n')).toEqual({ title: ['Red hat', 'Blue hat'] })
    expect(Object.keys(await offered('title,color\nHat,red\nCap,blue\nCoat,green\nScarf,red\n'))).toContain('color')
  })

  it('are times of twelve hours, and the names of people in columns of such names', async () => {
    const times = [
      '9:00 AM',
      '12:30pm',
      '5/1/2026 9:00:03 a.m.',
      '2026/01/05 10:03:22 AM GMT+1',
      '5/1/2026 9:00 PM PST',
    ]
    const people = ['Ann', 'Mary Ann', 'Bo', 'Eve', 'Jean Paul']
    const file = `firstName,Start,Remark\n${rowsOf(5, at => `${people[at]},${times[at]},Comes at ${at}:00 PM`)}`
    expect(await offered(file)).toEqual({ Remark: people.map((_, at) => `Comes at ${at}:00 PM`) })
  })

  it('are known from two values on', async () => {
    expect(await offered('currency,label\nusd,YES\neur,NO\n')).toEqual({ label: ['YES', 'NO'] })
    expect(await offered('item,label\nA-17,Red hat\nB-18,Blue hat\n')).toEqual({ label: ['Red hat', 'Blue hat'] })
  })
})

describe('the table of a known program', () => {
  it.each<[string, string, string[]]>([
    [
      "WooCommerce's products",
      'ID,Type,SKU,Name,Published,"Is featured?","Visibility in catalog","Short description","Tax status","In stock?",Categories,Images,Parent,"Attribute 1 name","Attribute 1 value(s)"\n' +
        '44,variable,woo-vneck,V-Neck T-Shirt,1,1,visible,A variable hat,taxable,1,"Clothing > Hats",https://a.example/a.jpg,,Color,"Blue, Green"\n',
      ['Name', 'Short description', 'Categories', 'Attribute 1 name', 'Attribute 1 value(s)'],
    ],
    [
      "Shopify's products",
      'Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Variant Inventory Policy,Variant Fulfillment Service,Image Src,Image Alt Text,Status\n' +
        'red-hat,Red hat,<p>Keeps you warm</p>,Acme and sons,Hats,warm,TRUE,Size,Large,deny,manual,https://a.example/a.jpg,A red hat,active\n',
      ['Title', 'Body (HTML)', 'Type', 'Tags', 'Option1 Name', 'Option1 Value', 'Image Alt Text'],
    ],
    [
      "Crowdin's texts",
      'Identifier,Source string,Translation,Context,Labels,Max. length\na.b,Open it,,On a button,,20\n',
      ['Source string'],
    ],
    ["Phrase's keys", 'key_name,comment,tags,en,de\na.b,On a button,web,Open it,\n', ['en']],
    ["Lokalise's keys", 'key_id,key,en,de,description,tags,is_hidden\n17,a.b,Open it,,On a button,web,0\n', ['en']],
    ['po2csv', 'location,source,target\nsrc/a.c:12,Open it,\n', ['source']],
    ["Godot's texts", 'keys,en,es,?context\nGREET,"Hello, friend",,Greeting\n', ['en']],
    [
      "GlotPress's texts",
      'Context,Singular,Plural,Comments,References,Translation\n,Open it,,On a button,a.php:2,\n',
      ['Singular'],
    ],
    ['pairs in capitals', 'stringID,sourceString,targetString\na1,Open it,\n', ['sourceString']],
  ])('has the texts that its users mean: %s', async (_, content, parts) => {
    expect(Object.keys(await offered(content, 'de'))).toEqual(parts)
  })
})
