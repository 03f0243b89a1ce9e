import { describe, expect, it } from 'vitest'
import { hashOfSource, hashOfText, type LockedBy, type LockLine } from '../../src/sync/lock/index.ts'
import { changesFile, linesAfter, type PairPlan, planPair } from '../../src/sync/pair-plan.ts'
import { keyTreatments } from '../../src/sync/project/key-rules.ts'
import { readTargetTexts } from '../../src/sync/texts.ts'
import { readTexts, wishesOf } from './support.ts'

const MACHINE: LockedBy = { who: 'machine' }
const PERSON: LockedBy = { who: 'person' }
const ANNA: LockedBy = { who: 'reviewer', name: 'Anna', date: '2026-05-01' }

const OPEN = 'Open the door'
const SHUT = 'Shut the door'
const WAIT = 'Wait a moment'

type Json = string | readonly Json[] | { readonly [key: string]: Json }

interface Case {
  readonly source: Json
  /** Undefined: there is no such file. */
  readonly there?: Json
  /** By the pointer of a text: its source and its translation as they were recorded. */
  readonly locked?: Readonly<Record<string, readonly [source: string, written: string, by?: LockedBy]>>
  readonly keys?: readonly string[]
  readonly accept?: readonly string[]
  readonly prune?: boolean
  readonly skip?: readonly string[]
  readonly keep?: readonly string[]
  readonly preserve?: readonly string[]
}

const lineOf = (key: string, source: string, written: string, by: LockedBy): LockLine => ({
  ...{ file: 'en.json', key: `json:/${key}`, language: 'de', by },
  ...{ source: hashOfSource({ text: source }), written: hashOfText(written) },
})

async function planOf({ source, there, locked = {}, skip = [], keep = [], preserve = [], ...wishes }: Case) {
  const lines = Object.entries(locked).map(([key, [text, written, by = MACHINE]]) => lineOf(key, text, written, by))
  const read = await readTexts({
    source: JSON.stringify(source),
    there: there === undefined ? undefined : JSON.stringify(there),
    lines,
  })
  return planPair(read, keyTreatments({ skip, keep, preserve }), wishesOf(wishes))
}

/** What a plan does, in words: one for each text that it touches, in the order of the plan. */
function doing({ asked, moved, copy, remove, accepted }: PairPlan): readonly string[] {
  const name = (path: string) => path.replace('json:/', '')
  return [
    ...[...asked].map(path => `ask ${name(path)}`),
    ...[...moved].map(([path, text]) => `put ${name(path)} ${text}`),
    ...[...copy].map(path => `copy ${name(path)}`),
    ...[...remove].map(path => `remove ${name(path)}`),
    ...[...accepted].map(path => `accept ${name(path)}`),
  ]
}

const LOCKED = { a: [OPEN, 'Auf'], b: [SHUT, 'Zu'] } as const
const LIST = { list: ['One apple', 'Two pears', 'Three plums'] }

describe('a plan for a translation', () => {
  it.each<[string, Case, string[]]>([
    ['asks for nothing where all is current', { source: { a: OPEN }, there: { a: 'Auf' }, locked: LOCKED }, []],
    ['asks for every text of a file that is not there', { source: { a: OPEN, b: SHUT } }, ['ask a', 'ask b']],
    [
      'asks for what is missing and what is stale, and for no other text',
      { source: { a: WAIT, b: SHUT, c: OPEN }, there: { a: 'Auf', b: 'Zu' }, locked: LOCKED },
      ['ask a', 'ask c'],
    ],
    ['asks for nothing that no lock knows', { source: { a: OPEN }, there: { a: 'Auf' } }, []],
    ['asks for nothing of an empty source', { source: {}, there: {} }, []],
    [
      'asks for a list whole, but for the item that a person changed',
      {
        source: LIST,
        there: { list: ['Ein Apfel', 'ZWEI BIRNEN', 'x'] },
        locked: {
          'list/0': ['One apple', 'Ein Apfel'],
          'list/1': ['Two pears', 'Zwei Birnen'],
          'list/2': ['Two plums', 'x'],
        },
      },
      ['ask list/0', 'ask list/2'],
    ],
    [
      'asks for one text of several whose keys are numbers',
      {
        source: { errors: { 404: OPEN, 500: WAIT } },
        there: { errors: { 404: 'Auf', 500: 'Zu' } },
        locked: { 'errors/404': [OPEN, 'Auf'], 'errors/500': [SHUT, 'Zu'] },
      },
      ['ask errors/500'],
    ],
    [
      'asks for all forms of a plural',
      {
        source: { n_one: '{{count}} big file', n_other: '{{count}} big files' },
        there: { n_one: '{{count}} Datei' },
        locked: { n_one: ['{{count}} big file', '{{count}} Datei'] },
      },
      ['ask n_one', 'ask n_other'],
    ],
    [
      'asks for what we broke ourselves',
      { source: { a: 'Open {x}' }, there: { a: 'Auf' }, locked: { a: ['Open {x}', 'Auf'] } },
      ['ask a'],
    ],
    [
      'leaves what a person broke',
      { source: { a: 'Open {x}' }, there: { a: 'Auf' }, locked: { a: ['Open {x}', 'Auf', PERSON] } },
      [],
    ],
    ['leaves what was broken before there was a lock', { source: { a: 'Open {x}' }, there: { a: 'Auf' } }, []],
    [
      'leaves what a person wrote though its source changed',
      { source: { a: WAIT }, there: { a: 'Offen' }, locked: LOCKED },
      [],
    ],
    ['leaves a text without a source', { source: {}, there: { a: 'Auf' }, locked: LOCKED }, []],
  ])('%s [SYN-1] [SYN-2]', async (_, given, expected) => {
    expect(doing(await planOf(given))).toEqual(expected)
  })

  const EDITED = {
    source: { menu: { a: WAIT, b: SHUT, c: OPEN } },
    there: { menu: { a: 'Offen', b: 'ZU' } },
    locked: { 'menu/a': [OPEN, 'Auf'], 'menu/b': [SHUT, 'Zu'] },
  } as const
  it.each<[string, Partial<Case>, string[]]>([
    ['a glob: the texts that it means, and none of a person', { keys: ['menu.*'] }, ['ask menu/c']],
    ['a glob that means nothing: none', { keys: ['other.**'] }, []],
    ['a key: that text, even where a person changed it', { keys: ['menu.b'] }, ['ask menu/b']],
    ['a key: even where its source changed, too', { keys: ['menu.a'] }, ['ask menu/a']],
    ['a key and a glob: both', { keys: ['menu.b', 'menu.*'] }, ['ask menu/b', 'ask menu/c']],
    ['a key that is accepted: the others', { accept: ['menu.a'] }, ['ask menu/c', 'accept menu/a']],
    ['a key that is named and accepted: its text stays', { keys: ['menu.a'], accept: ['menu.a'] }, ['accept menu/a']],
    ['what is accepted: nothing more, where its source is the same', { accept: ['menu.b'] }, ['ask menu/c']],
    ['what is accepted by a glob: all that it means', { accept: ['**'] }, ['ask menu/c', 'accept menu/a']],
    ['what is accepted: nothing outside of the keys', { keys: ['menu.b'], accept: ['menu.a'] }, ['ask menu/b']],
  ])('follows %s [SYN-2]', async (_, wishes, expected) => {
    expect(doing(await planOf({ ...EDITED, ...wishes }))).toEqual(expected)
  })

  it.each<[string, Case, string[]]>([
    ['no skipped text', { source: { a: OPEN, b: SHUT }, skip: ['a'] }, ['ask b']],
    ['the source of a kept text', { source: { a: OPEN, b: SHUT }, keep: ['a'] }, ['ask b', `put a ${OPEN}`]],
    ['nothing where a kept text has its source', { source: { a: OPEN }, there: { a: OPEN }, keep: ['a'] }, []],
    ['no kept text outside of the keys', { source: { a: OPEN, b: SHUT }, keep: ['a'], keys: ['b'] }, ['ask b']],
    [
      'nothing anew that is preserved',
      { source: { a: WAIT }, there: { a: 'Auf' }, locked: LOCKED, preserve: ['a'] },
      [],
    ],
    ['a preserved text once', { source: { a: WAIT }, preserve: ['a'] }, ['ask a']],
    [
      'a text under its new key, for nothing',
      { source: { z: OPEN, b: SHUT }, there: { a: 'Auf', b: 'Zu' }, locked: LOCKED },
      ['put z Auf', 'remove a'],
    ],
    ['an address as it is', { source: { u: 'https://a.b/c', a: OPEN } }, ['ask a', 'copy u']],
    ['no address that is there', { source: { u: 'https://a.b/c' }, there: { u: 'https://a.de/c' } }, []],
    ['no address that is skipped', { source: { u: 'https://a.b/c' }, skip: ['u'] }, []],
    [
      'nothing without a source, where that is asked',
      { source: { b: SHUT }, there: { a: 'Auf', b: 'Zu', c: 'Mein' }, locked: LOCKED, prune: true },
      ['remove a', 'remove c'],
    ],
    [
      'what has no source outside of the keys',
      { source: { b: SHUT }, there: { a: 'Auf', b: 'Zu', c: 'Mein' }, locked: LOCKED, prune: true, keys: ['c'] },
      ['remove c'],
    ],
  ])('brings %s [SYN-1]', async (_, given, expected) => {
    expect(doing(await planOf(given))).toEqual(expected)
  })

  it('counts the words of what it asks for, and changes the file where there is anything to do [SYN-1]', async () => {
    const plan = await planOf({ source: { a: WAIT, b: SHUT }, there: { b: 'Zu' }, locked: LOCKED })
    expect([plan.words, changesFile(plan)]).toEqual([3, true])
    const same = await planOf({ source: { b: SHUT }, there: { b: 'Zu' }, locked: LOCKED })
    expect([same.words, changesFile(same)]).toEqual([0, false])
  })
})

describe('the lock after a run', () => {
  interface After extends Case {
    /** The file as the run left it; undefined: as it was. */
    readonly now?: Json
    readonly translated?: readonly string[]
  }

  async function after({ now, translated = [], ...given }: After) {
    const plan = await planOf(given)
    const bytes = Buffer.from(JSON.stringify(now ?? given.there ?? {}))
    const { format, source_language, language } = plan
    const texts = await readTargetTexts({ format, source_language, language, bytes }, plan.source)
    return linesAfter(plan, texts, new Set(translated.map(key => `json:/${key}`)))
  }

  it.each<[string, After, LockLine[]]>([
    [
      'has what was translated as the machine’s, of the present source',
      { source: { a: WAIT }, there: { a: 'Auf' }, locked: LOCKED, now: { a: 'Warte' }, translated: ['a'] },
      [lineOf('a', WAIT, 'Warte', MACHINE)],
    ],
    [
      'has nothing of what is asked for and did not come',
      { source: { a: OPEN, b: SHUT }, there: { a: 'Auf' }, locked: { a: [OPEN, 'Auf'] } },
      [lineOf('a', OPEN, 'Auf', MACHINE)],
    ],
    [
      'keeps the source of what is stale and was not asked for',
      { source: { a: WAIT, b: SHUT }, there: { a: 'Auf', b: 'Zu' }, locked: LOCKED, keys: ['b'] },
      [lineOf('a', OPEN, 'Auf', MACHINE), lineOf('b', SHUT, 'Zu', MACHINE)],
    ],
    [
      'has what was there before it as a person’s',
      { source: { a: OPEN }, there: { a: 'Offen' } },
      [lineOf('a', OPEN, 'Offen', PERSON)],
    ],
    [
      'has what a person changed as hers',
      { source: { a: OPEN }, there: { a: 'Offen' }, locked: LOCKED },
      [lineOf('a', OPEN, 'Offen', PERSON)],
    ],
    [
      'keeps the source of which a person’s words are, where it changed since',
      { source: { a: WAIT }, there: { a: 'Offen' }, locked: LOCKED },
      [lineOf('a', OPEN, 'Offen', PERSON)],
    ],
    [
      'has a person’s words as those of the present source, where that is accepted',
      { source: { a: WAIT }, there: { a: 'Offen' }, locked: LOCKED, accept: ['a'] },
      [lineOf('a', WAIT, 'Offen', PERSON)],
    ],
    [
      'keeps who reviewed a text, and when',
      { source: { a: OPEN }, there: { a: 'Auf' }, locked: { a: [OPEN, 'Auf', ANNA] } },
      [lineOf('a', OPEN, 'Auf', ANNA)],
    ],
    [
      'has a review no more where the text was changed since',
      { source: { a: OPEN }, there: { a: 'Offen' }, locked: { a: [OPEN, 'Auf', ANNA] } },
      [lineOf('a', OPEN, 'Offen', PERSON)],
    ],
    [
      'has a text under its new key, by whom it was',
      {
        source: { z: OPEN },
        there: { a: 'Auf' },
        locked: { a: [OPEN, 'Auf', ANNA] },
        now: { z: 'Auf' },
      },
      [lineOf('z', OPEN, 'Auf', ANNA)],
    ],
    [
      'has a person’s words under a new key as hers',
      { source: { z: OPEN }, there: { a: 'Offen' }, locked: LOCKED, now: { z: 'Offen' } },
      [lineOf('z', OPEN, 'Offen', PERSON)],
    ],
    [
      'keeps the line of what has no source while its text is there',
      { source: { b: SHUT }, there: { a: 'Auf', b: 'Zu' }, locked: LOCKED },
      [lineOf('a', OPEN, 'Auf', MACHINE), lineOf('b', SHUT, 'Zu', MACHINE)],
    ],
    [
      'has no line of what was removed',
      { source: { b: SHUT }, there: { a: 'Auf', b: 'Zu' }, locked: LOCKED, prune: true, now: { b: 'Zu' } },
      [lineOf('b', SHUT, 'Zu', MACHINE)],
    ],
    [
      'keeps the line of what a person took out: it may come back as it was',
      { source: { a: OPEN, b: SHUT }, there: { b: 'Zu' }, locked: LOCKED, keys: ['b'] },
      [lineOf('b', SHUT, 'Zu', MACHINE), lineOf('a', OPEN, 'Auf', MACHINE)],
    ],
    ['has no line of what is kept as its source', { source: { a: OPEN }, now: { a: OPEN }, keep: ['a'] }, []],
    [
      'keeps the source that was translated where a text is preserved',
      { source: { a: WAIT }, there: { a: 'Auf' }, locked: LOCKED, preserve: ['a'] },
      [lineOf('a', OPEN, 'Auf', MACHINE)],
    ],
    [
      'is that of the present source where a preserved text is accepted',
      { source: { a: WAIT }, there: { a: 'Auf' }, locked: LOCKED, preserve: ['a'], accept: ['a'] },
      [lineOf('a', WAIT, 'Auf', PERSON)],
    ],
    [
      'follows the order of the file',
      { source: { a: OPEN, b: SHUT }, there: { b: 'Zu', a: 'Auf' }, locked: LOCKED },
      [lineOf('b', SHUT, 'Zu', MACHINE), lineOf('a', OPEN, 'Auf', MACHINE)],
    ],
  ])('%s [SYN-1] [SYN-2]', async (_, given, expected) => {
    expect(await after(given)).toEqual(expected)
  })

  it('has one line of two that a merge left, the one that the files say [SYN-3]', async () => {
    const plan = await planOf({ source: { a: OPEN }, there: { a: 'Auf' } })
    const both = [lineOf('a', OPEN, 'Auf', MACHINE), lineOf('a', OPEN, 'Offen', MACHINE)]
    for (const some of [both, both.toReversed()]) {
      const merged = await readTexts({ source: JSON.stringify({ a: OPEN }), there: '{"a":"Auf"}', lines: some })
      const settled = planPair(merged, () => undefined, wishesOf({}))
      expect(settled.states.map(({ state }) => state)).toEqual(['current'])
      expect(linesAfter(settled, plan.target, new Set())).toEqual([both[0]])
    }
  })
})
