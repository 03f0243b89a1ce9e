import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../../support/tree.ts'
import { built, bytesOf, opened, rewrite, type TranslateUnit, unitsOf, verify } from '../files.ts'

const format = built('html')
const GERMAN = { language: 'de' }
const garden = readFileSync(join(ROOT, 'test/corpus/html/garden.html'))

async function texts(content: string): Promise<string[]> {
  const units = await unitsOf(format, opened(content))
  return units.flatMap(({ text, left_out }) => (text === '' ? [] : [left_out ? `${left_out}: ${text}` : text]))
}

async function written(content: string | Uint8Array, translate: TranslateUnit, target = GERMAN): Promise<string> {
  const result = await bytesOf(rewrite(format, opened(content), translate, target))
  expect(await verify(format, opened(content), opened(result), translate, target)).toEqual([])
  return result.toString()
}

/** Answers by the text. */
function by(table: Readonly<Record<string, string>>): TranslateUnit {
  return ({ text, left_out }) => (left_out ? undefined : table[text])
}

describe('a page', () => {
  it('has the names of its frames as texts, and nothing that is in them', async () => {
    const page = '<p>Some text</p><iframe title="Frame title" src="a.html"><p>old one</p></iframe><p>More</p>'
    expect(await texts(page)).toEqual(['Some text', 'Frame title', 'More'])
    expect(await written(page, by({ 'Frame title': 'Titel' }))).toBe(page.replace('Frame title', 'Titel'))
    expect(await texts('<p translate="no"><iframe title="A b"></iframe></p>')).toEqual(['do_not_translate: A b'])
  })

  it('has its texts with the sections and landmarks that they are in, and reasons for what is left out [FMT-1]', async () => {
    const units = await unitsOf(format, opened(garden))
    const rows = units.filter(({ text }) => text !== '').map(({ part, text, left_out }) => [part, text, left_out])
    expect(rows).toEqual([
      ['head > title', 'The garden — opening hours', undefined],
      ['head > description', 'When the garden is open, and what it "costs".', undefined],
      ['header > navigation', 'Main menu', undefined],
      ['header > navigation', 'Home', undefined],
      ['header > navigation', 'How to find us', undefined],
      ['header > navigation', 'Visit <g1>us</g1>', undefined],
      ['Our garden', 'Our garden', undefined],
      [
        'Our garden',
        'We are open <g1>every day</g1> from <g2>9:00</g2> to <g2>18:00</g2>, and it costs <x3/> for grown\u00adups.<x4/> Children go <g5>free</g5>.',
        undefined,
      ],
      ['Our garden', 'Red roses', undefined],
      ['Our garden', 'Roses in June', undefined],
      ['Plants', 'Plants', undefined],
      ['Plants', 'A list', undefined],
      ['Plants', 'All plants', undefined],
      ['Plants', 'See <g1><x2/> the list</g1> or run <x3/>.', undefined],
      ['Plants', 'Plants by month', undefined],
      ['Plants', 'Month', undefined],
      ['Plants', 'Plant', undefined],
      ['Plants', 'May', undefined],
      ['Plants', 'Tulips & lilies', undefined],
      ['Plants', '5', 'number'],
      ['Plants', 'plant(rose)\nwater(rose)', 'code'],
      ['Plants', 'Il faut cultiver notre jardin.', 'other_language'],
      ['Plants', 'Your name', undefined],
      ['Plants', 'Anna', undefined],
      ['Plants', 'Colours', undefined],
      ['Plants', 'Red', undefined],
      ['Plants', 'White', undefined],
      ['Plants', 'Send it', undefined],
      ['Plants', 'Nobody sees this', 'hidden'],
      ['footer', '© 2024 The garden · All rights reserved', undefined],
    ])
  })

  it('says what its texts and codes are', async () => {
    const units = await unitsOf(format, opened(garden))
    const see = units.find(({ text }) => text.startsWith('See'))
    expect(see?.context).toEqual({ kind: 'paragraph', stands_for: { x2: 'image', x3: 'plants --all' } })
    expect(units.find(({ text }) => text === 'A list')?.context).toEqual({ kind: 'alt text' })
    expect(new Set(units.map(({ path }) => path)).size).toBe(units.length)
  })

  it('is written with its references, line breaks and attributes, each in its place [FMT-1, RES-2]', async () => {
    const page = await written(
      garden,
      by({
        'The garden — opening hours': 'Der Garten — geöffnet',
        'When the garden is open, and what it "costs".': 'Wann "offen" ist',
        'We are open <g1>every day</g1> from <g2>9:00</g2> to <g2>18:00</g2>, and it costs <x3/> for grown\u00adups.<x4/> Children go <g5>free</g5>.':
          'Von <g2>9:00</g2> bis <g2>18:00</g2> haben wir <g1>jeden Tag</g1> geöffnet, das kostet <x3/> für Er\u00adwachsene.<x4/> <g5>Frei</g5> für Kinder.',
        'A list': 'Eine "Liste"',
        'See <g1><x2/> the list</g1> or run <x3/>.': '<x3/> oder <g1>die Liste <x2/></g1>.',
        'All plants': 'Alle',
        'Tulips & lilies': 'Tulpen & <Lilien>',
      }),
    )
    expect(page).toContain('<title>Der Garten &mdash; geöffnet</title>')
    expect(page).toContain('content="Wann &quot;offen&quot; ist">')
    expect(page).toContain(`<p>Von <time>9:00</time> bis <time>18:00</time> haben wir <b>jeden Tag</b>
       geöffnet, das kostet <span translate="no">Florin&nbsp;5</span> für
       Er&shy;wachsene.<br>
       <em>Frei</em> für Kinder.</p>`)
    expect(page).toContain(
      '<p><code>plants --all</code> oder <a href="/list">die Liste <img src="list.png" alt="Eine &quot;Liste&quot;" title="Alle"></a>.</p>',
    )
    expect(page).toContain('Tulpen &amp; &lt;Lilien&gt;')
  })

  it('gets the attributes of tags in a text also where that stays as it is', async () => {
    const page = await written(garden, by({ 'A list': 'Eine Liste' }))
    expect(page).toBe(
      garden.toString().replace('A list', 'Eine Liste').replace('lang="en"', 'lang="de"').replace('en_GB', 'de_DE'),
    )
  })

  it.each([
    ['missing end tags', '<ul><li>One<li>Two <b>bold</ul><p>Three<p>Four', ['One', 'Two <x1/>bold', 'Three', 'Four']],
    ['tags that do not nest', '<p>a <b>b <i>c d</b> e</i> f', ['a <g1>b <x2/>c d</g1> e<x3/> f']],
    [
      'a block in a text',
      '<div>Before <i>x</i><p>Inside it</p>after it</div>',
      ['Before <g1>x</g1>', 'Inside it', 'after it'],
    ],
    [
      'what fields are filled with',
      '<input value="Search here"><input type="text" value="a@b.de"><input type="SEARCH" value="user_id"><input type=hidden value="Some text"><input type=radio value="Yes">',
      ['Search here', 'url: a@b.de', 'identifier: user_id'],
    ],
    ['an attribute without quotes', '<INPUT PLACEHOLDER=Name ALT>', ['Name']],
    [
      'references without a semicolon',
      '<p>R&D &copy 2020 &amp &notit; &nosuch; &#x41;</p>',
      ['R&D © 2020 & ¬it; &nosuch; A'],
    ],
    [
      'code in a sentence',
      '<p>Press <kbd>F1</kbd> for help</p><p><code>a b</code></p>',
      ['Press <x1/> for help', 'code: <x1/>'],
    ],
    [
      'a word not to be translated',
      '<p>The <b class="x notranslate">Acme</b> shop</p><div translate=no>Acme<p translate=yes>A b</div>',
      ['The <x1/> shop', 'do_not_translate: Acme', 'A b'],
    ],
    [
      'drawings',
      '<p><svg><path d="M0 0"/></svg> Icon text</p><svg><title>A drawing</title><text>Some words</text></svg>',
      ['Icon text', 'A drawing', 'Some words'],
    ],
    [
      'a script that looks like a page',
      '<script>if (a<b) "<p>no"</script><style>a{}</style><iframe srcdoc="<p>x y"></iframe><p>yes it is</p>',
      ['yes it is'],
    ],
    [
      'texts that programs show',
      '<a data-bs-title="Tip of it" data-confirm="Are you sure?" data-tooltip="#some-id" data-title="x y">Go</a>',
      ['Tip of it', 'Are you sure?', 'identifier: #some-id', 'Go'],
    ],
    [
      'drawings with a name',
      '<p>See <svg aria-label="A drawing"><path d="M0"/></svg> here</p>',
      ['A drawing', 'See <x1/> here'],
    ],
    ['a drawing alone', '<a href="#"><svg role="img" aria-label="A drawing"><path d="M0"/></svg></a>', ['A drawing']],
    ['a text of a field', '<textarea>One\n  <b>two</b></textarea>', ['One\n  <b>two</b>']],
    ['literal short tags', '<p>Write &lt;g1&gt; here</p>', ['Write <x1/> here']],
    ['nothing', '', []],
  ])('may have %s', async (_, content, expected) => {
    expect(await texts(content)).toEqual(expected)
    await written(content, ({ text, left_out }) => (left_out ? undefined : `${text} & <é>`))
  })

  it.each([
    ['{{ name }} in braces', '<p>Hello {{ name }}, you</p>', ['Hello {{ name }}, you']],
    ['statements', '{% if a < b %}<p>Hello {% if x %}dear{% endif %} you</p>{% endif %}', ['Hello <x1/>dear<x2/> you']],
    [
      'PHP in a tag',
      '<p <?php if ($a > 1) echo "x" ?> title="Tip of it">Hello <?= $b ?> there</p>',
      ['Tip of it', 'Hello <x1/> there'],
    ],
    ['Blade', '<p>Hello {!! $name->of("a") !!} there</p>', ['Hello <x1/> there']],
    ['ERB in a value', '<img alt="Photo of <%= "a" %>">', ['Photo of <x1/>']],
    ['front matter', '---\nlayout: default\n---\n<p>Some text</p>', ['identifier: default', 'Some text']],
    ['a comment with braces', '{{/* a {{% b %}} c */}}<p>Some text</p>', ['Some text']],
    [
      'a conditional comment',
      '<!--[if mso]><p>no</p><![endif]--><![if !mso]><p>yes it is</p><![endif]>',
      ['yes it is'],
    ],
    ['a beginning without end', '<p>Less <? than {% that <% x</p>', ['Less']],
  ])('keeps what a program fills in: %s', async (_, content, expected) => {
    expect(await texts(content)).toEqual(expected)
    await written(content, ({ text, left_out }) => (left_out ? undefined : `«${text}» "x"`))
  })

  it('writes what it is told last, for a text and for the attributes in it', async () => {
    const [alt, text] = await unitsOf(format, opened('<p>See <img alt="A cat"> here</p>'))
    if (!alt || !text) throw new Error('two units')
    format.edits(alt, 'Eine Katze', GERMAN)
    expect(format.edits(text, undefined, GERMAN)).toHaveLength(1)
    format.edits(alt, undefined, GERMAN)
    expect(format.edits(text, undefined, GERMAN)).toEqual([])
  })

  it('refuses a translation that lost a code, and one without text', async () => {
    const content = '<p>Some <b>bold</b> text</p>'
    for (const translation of ['Ein Text', '<g1></g1>', 'Ein <g1>Text', 'Ein <x1/> Text']) {
      const result = await bytesOf(rewrite(format, opened(content), () => translation, GERMAN))
      expect(result.toString()).toBe(content)
    }
  })
})
