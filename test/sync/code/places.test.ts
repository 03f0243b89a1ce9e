import { describe, expect, it } from 'vitest'
import { codeNotes } from '../../../src/sync/code/notes.ts'
import { searchFor } from '../../../src/sync/code/places.ts'

/** Where one key is used, as `line text`, in one file. */
function placesOf(key: string, text: string, file = 'src/page.tsx'): readonly string[] {
  const search = searchFor([key, 'other.key'])
  search.look(file, text)
  return (search.found.get(key) ?? []).map(place => `${place.line} ${place.text}`)
}

describe('the code uses a text', () => {
  it.each([
    ['menu.soup', "<b>{t('menu.soup')}</b>"],
    ['menu.soup', 'title = "menu.soup"'],
    ['menu.soup', '<Trans i18nKey="menu.soup" />'],
    ['menu.soup', "i18n.t('shop:menu.soup', { count })"],
    ['menu.soup_one', "t('menu.soup', { count })"],
    ['menu.soup.other', "t('menu.soup', count: n)"],
    ['steps.0', "t('steps')"],
    ['soup', "{{ $t('soup') }}"],
    ['soup', '<FormattedMessage id="soup" />'],
    ['soup', "chrome.i18n.getMessage('soup')"],
    ['soup', '"name": "__MSG_soup__"'],
    ['soup', 'getString(R.string.soup)'],
    ['soup', 'android:text="@string/soup"'],
    ['soup', 'Text(AppLocalizations.of(context)!.soup)'],
    ['soup', 'Text(context.l10n.soup)'],
    ['menu.soup', '<h1 i18n="a title|what it is@@menu.soup">Soup</h1>'],
    ['Soup of the day', "printf(_('Soup of the day'))"],
  ])('%s in %s', (key, line) => {
    expect(placesOf(key, `first\n  ${line}`)).toEqual([`2 ${line}`])
  })

  it.each([
    ['name', 'const name = "name"'],
    ['open', "dialog.open('open')"],
    ['menu.soup', 't("menu.soups")'],
    ['menu.soup', "t('soup')"],
    ['menu.soup', "t('.soup')"],
    ['menu.soup', 'menu.soup = 1'],
    ['constructor', 'x["constructor"]'],
  ])('%s not in %s', (key, line) => {
    expect(placesOf(key, line)).toEqual([])
  })

  it('by the end of its key, where its beginning stands in the same file', () => {
    const code = "const t = useTranslations('menu')\nreturn t('soup')\n"
    expect(placesOf('menu.soup', code)).toEqual(["2 return t('soup')"])
    expect(placesOf('dessert.soup', code)).toEqual([])
  })

  it('by a dot and the end of its key, in the file that its beginning names', () => {
    expect(placesOf('users.index.title', "<%= t('.title') %>", 'app/views/users/index.html.erb')).toHaveLength(1)
    expect(placesOf('users.form.title', "<%= t('.title') %>", 'app/views/users/_form.html.erb')).toHaveLength(1)
    expect(placesOf('users.index.title', "<%= t('.title') %>", 'app/views/posts/index.html.erb')).toEqual([])
  })

  it('in two places at most, each line once, cut to what can be read', () => {
    const line = `t('menu.soup'); t('menu.soup') ${'x'.repeat(200)}`
    const found = placesOf('menu.soup', [line, line, line].join('\n'))
    expect(found).toHaveLength(2)
    expect(found[0]?.length).toBeLessThan(130)
    expect(placesOf('menu.soup', `t('menu.soup') ${'x'.repeat(600)}`)).toEqual([])
  })
})

describe('a line that may hold a secret stays here', () => {
  it.each([
    `fetch(url, { apiKey: 'x', title: t('menu.soup') })`,
    `login(t('menu.soup'), 'ghp_0123456789abcdef')`,
    `t('menu.soup', 'postgres://me:hunter2@db/x')`,
    `t('menu.soup', '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b')`,
    `password = "hunter2" # t('menu.soup')`,
  ])('%s', line => {
    expect(placesOf('menu.soup', line)).toEqual([])
  })

  it('but not where only its key is called so', () => {
    expect(placesOf('login.password', "label={t('login.password')}")).toHaveLength(1)
  })
})

describe('the lines that go along', () => {
  const place = (file: string) => ({ file, line: 1, text: 'x'.repeat(100) })

  it('say where they stand', () => {
    const found = new Map([['a', [{ file: 'src/a.ts', line: 7, text: "t('a')" }]]])
    expect([...codeNotes([{ path: 'json:/a', key: 'a', text: 'Open' }], found)]).toEqual([
      ['json:/a', ["In the code, src/a.ts:7: t('a')"]],
    ])
  })

  it('are few in a first run: labels come before sentences, and a first place before a second', () => {
    const texts = Array.from({ length: 100 }, (_, at) => ({
      ...{ path: `${at}`, key: `${at}` },
      text: at < 50 ? 'A text that is longer than a label ever is on a screen' : 'Open',
    }))
    const found = new Map(texts.map(({ key }) => [key, [place('a.ts'), place('b.ts')]]))
    const notes = codeNotes(texts, found)
    expect([...notes.values()].flat().join('').length).toBeLessThanOrEqual(8000)
    expect(texts.slice(50).every(({ path }) => notes.has(path))).toBe(true)
    expect([...notes.values()].every(some => some.length === 1)).toBe(true)
  })
})
