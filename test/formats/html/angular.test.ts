import { describe, expect, it } from 'vitest'
import type { Unit } from '../../../src/formats/format.ts'
import { built, bytesOf, opened, rewrite, type TranslateUnit, unitsOf, verify } from '../files.ts'

const format = built('html')

async function texts(content: string): Promise<string[]> {
  const units = await unitsOf(format, opened(content))
  return units.filter(({ left_out }) => left_out === undefined).map(({ text }) => text)
}

async function written(content: string, translate: TranslateUnit): Promise<string> {
  const target = { language: 'de' }
  const result = await bytesOf(rewrite(format, opened(content), translate, target))
  expect(await verify(format, opened(content), opened(result), translate, target)).toEqual([])
  return result.toString()
}

const loud = ({ text, left_out }: Unit) =>
  left_out
    ? undefined
    : text.replace(/<[^>]{1,9}>|\{\{.*?\}\}|\p{L}+/gu, said => (/^[<{]/.test(said) ? said : said.toUpperCase()))

describe('templates of Angular', () => {
  it('have their plurals and selections as codes, and the texts of these as text [FMT-5]', async () => {
    const content = `<span i18n>Updated: {minutes, plural,
  =0 {just now}
  =1 {one minute ago}
  other {{{ minutes }} minutes by {gender, select, male {him} other {<b>them</b>}}}}.
</span>
<p>The author is {gender, select, male {male} female {female} other {other}}</p>
`
    const said = (await written(content, loud)).replaceAll(/\s+/g, ' ')
    expect(said).toBe(
      `<span i18n>UPDATED: {minutes, plural,
  =0 {JUST NOW}
  =1 {ONE MINUTE AGO}
  other {{{ minutes }} MINUTES BY {gender, select, male {HIM} other {<b>THEM</b>}}}}.
</span>
<p>THE AUTHOR IS {gender, select, male {MALE} female {FEMALE} other {OTHER}}</p>
`.replaceAll(/\s+/g, ' '),
    )
  })

  it('have blocks as code', async () => {
    const content = `@if (user.isLoggedIn && (count() > 3)) {
  <p>Welcome {{ name }}</p>
} @else if (a) { Soon } @else {
  Please sign in
}
@for (item of items; track item.id) {
  <li>{{ item.name }} in list</li>
} @empty {
  <li>There are none.</li>
}
@switch (mode) { @case ('a') { <p>First</p> } @default { <p>Rest</p> } }
@let total = price * 2;
<p>Mail a@if.example </p>
`
    expect(await texts(content)).toEqual([
      'Welcome {{ name }}',
      'Soon <x1/> <x2/> Please sign in',
      '{{ item.name }} in list',
      'There are none.',
      'First',
      'Rest',
      'Mail a@if.example',
    ])
    expect(await written(content, loud)).toContain('} @else if (a) { SOON } @else {')
  })

  it.each([
    'Set {width, height, plural, …} as you like',
    'A {n, plural, one {unclosed thing',
    'A {n, plural, one {thing} two} brace',
    'Use @if (x and more text',
  ])('leave as text what is none: %s', async text => {
    expect(await texts(`<p>${text}</p>`)).toEqual([text])
  })

  it('are read in time however they are written', async () => {
    for (const begin of ['{n, plural, one {', '@if (', '@if (a) {', '@let a = ', '{n, plural,', '@', '{ '])
      await texts(`<p>{n, plural, one {x}} @if (a) {}${begin.repeat(20_000)} text</p>`)
  })
})
