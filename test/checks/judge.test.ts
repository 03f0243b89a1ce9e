import { describe, expect, it } from 'vitest'
import { judge, messageOf, shownText, worstOf } from '../../src/checks/index.ts'

const conditions = { source: 'en', target: 'de', glossary: [], keep: [] }
const TEXT = ' Press <b class="key">Enter</b><br/> to <i>go on</i> with {name}. '
const SHOWN = ' Press <g1>Enter</g1><x2/> to <g3>go on</g3> with {name}. '

describe('a segment as a model sees it', () => {
  it('has short tags for its markup, its placeholders and nothing else as they are', () => {
    expect(shownText({ text: TEXT })).toBe(SHOWN)
    expect(shownText({ text: 'Plain {name} %s' })).toBe('Plain {name} %s')
  })
})

describe('an answer', () => {
  it('is read back into the file’s own markup, tags in another order and white space of its own too [ENG-2]', () => {
    const answer = 'Mit {name} <g3>weiter</g3>: <g1>Enter</g1><x2/> drücken.'
    expect(judge({ text: TEXT }, answer, conditions, { shown: true })).toEqual({
      text: ' Mit {name} <i>weiter</i>: <b class="key">Enter</b><br/> drücken. ',
      issues: [],
    })
  })

  it.each([
    ['', 'The translation is empty.'],
    ['Drücken <g1>Enter</g1><x2/> {name}', 'The translation lost <g3> </g3>.'],
    ['<g1>Enter</g1><x2/><x2/> <g3>weiter</g3> {name}', 'The translation added <x2/>.'],
    ['<g1>Enter</g1><x2/> <g3>weiter</g3> {name} <g9>x</g9>', 'added <g9> </g9>.'],
    ['<g1>Enter</g1><x2/> <g3>weiter</g3>', '{name}'],
    ['</g1>Enter<g1><x2/> <g3>weiter</g3> {name}', 'not closed in the order'],
  ])('is refused in the words of what was shown: %s [ENG-2]', (answer, reason) => {
    const { issues } = judge({ text: TEXT }, answer, conditions, { shown: true })
    expect(worstOf(issues)).toBe('refuse')
    expect(messageOf(issues)).toContain(reason)
  })

  it('closes BBCode in order, and shortcodes need not be closed [ENG-2]', () => {
    const text = 'Press [b]Enter[/b] or [url=https://a.bc]go[/url], see [gallery ids="1"]'
    const judged = (answer: string) => judge({ text: text.split(', see')[0] ?? '' }, answer, conditions).issues
    expect(messageOf(judged('[/b]Enter[b] drücken, [url=https://a.bc]los[/url]'))).toContain('not closed in the order')
    expect(messageOf(judged('[b]Enter drücken, [url=https://a.bc]los[/url]'))).toContain('lost [/b]')
    expect(judged('Mit [url=https://a.bc]los[/url] oder [b]Enter[/b]')).toEqual([])
    const whole = judge({ text }, 'Mit [url=https://a.bc]los[/url] oder [b]Enter[/b]: [gallery ids="1"]', conditions)
    expect(whole.issues).toEqual([])
  })

  it('in the file’s own markup is judged as it is, with its engine’s doubt beside what the checks find [ENG-2]', () => {
    const answer = 'Mit {name} <i>weiter</i>: <b class="key">Enter</b><br/> drücken.'
    expect(judge({ text: TEXT }, answer, conditions)).toEqual({ text: ` ${answer} `, issues: [] })
    const doubted = judge({ text: 'Open {name}' }, 'Öffne', conditions, { doubt: 'It may be another one.' })
    expect(doubted.issues.map(({ severity, kind }) => `${severity} ${kind}`)).toEqual([
      'refuse placeholders',
      'doubt engine',
    ])
    expect(messageOf(doubted.issues)).toMatch(/\{name\}.* It may be another one\.$/)
    expect(messageOf([])).toBeUndefined()
  })
})
