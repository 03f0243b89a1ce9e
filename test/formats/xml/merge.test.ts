import { describe, expect, it } from 'vitest'
import { corpus } from '../../support/corpus.ts'
import { built } from '../files.ts'
import { keepsTheLaws, merged } from '../merging.ts'

const format = built('xml')

function file(...lines: string[]): string {
  return ['<?xml version="1.0" encoding="utf-8"?>', '<resources>', ...lines, '</resources>', ''].join('\n')
}

function string(name: string, text: string, indent = '    '): string {
  return `${indent}<string name="${name}">${text}</string>`
}

describe('a resource file of Android gains', () => {
  it('a text that is there, in the manner of what it replaces', async () => {
    const source = file(string('a', "It's one"), string('b', 'Two'))
    const there = file(string('a', '"Es ist  eins"'), string('b', 'Zwei &amp; &#160;'))
    const texts = { 'android:string/a': "Das ist's", 'android:string/b': 'A\u00a0B' }
    expect(await merged(format, there, { source, texts })).toBe(
      file(string('a', '"Das ist\\\'s"'), string('b', 'A&#160;B')),
    )
  })
})
describe('laws', () => {
  const apart = ({
    group,
    path,
    left_out,
  }: {
    group?: string | undefined
    path: string
    left_out?: string | undefined
  }) =>
    left_out === 'do_not_translate' || left_out === 'not_text' || path === 'xml:'
      ? undefined
      : (group ?? path).replace(/(android:array\/.*)\/\d+$/, '$1')
  it.each(corpus('xml').filter(({ name }) => name.startsWith('strings')))('$name', async ({ bytes }) => {
    await keepsTheLaws(format, bytes, { goesWith: apart })
  })
})
