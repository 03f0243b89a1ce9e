import fc from 'fast-check'
import { parse, parseTree } from 'jsonc-parser'
import { describe, expect, it } from 'vitest'
import { jsonLayoutOf, withMember, withoutMember, withValue } from '../../../src/cli/setup/json-edit.ts'

const LOOSE = { allowTrailingComma: true }

function treeOf(text: string) {
  const root = parseTree(text, [], LOOSE)
  if (root === undefined) throw new Error('This is no JSON.')
  return root
}

function added(text: string, key: string, value: unknown): string {
  const root = treeOf(text)
  return withMember(text, root, key, value, jsonLayoutOf(text, root))
}

function without(text: string, key: string): string {
  const root = treeOf(text)
  const member = root.children?.find(({ children: [name] = [] }) => name?.value === key)
  return member ? withoutMember(text, root, member) : text
}

function changed(text: string, key: string, value: unknown): string {
  const root = treeOf(text)
  const node = root.children?.find(({ children: [name] = [] }) => name?.value === key)?.children?.[1]
  return node ? withValue(text, node, value, jsonLayoutOf(text, root)) : text
}

describe('a member that is added', () => {
  it.each([
    ['to nothing', '{}', '{\n  "k": [1, 2]\n}'],
    ['to white space', '{ \n\n }', '{\n  "k": [1, 2]\n}'],
    ['behind one on the line', '{"a":1}', '{"a":1, "k": [1, 2]}'],
    ['behind a comma on the line', '{"a":1,}', '{"a":1, "k": [1, 2],}'],
    ['to lines of tabs', '{\n\t"a": 1\n}', '{\n\t"a": 1,\n\t"k": [1, 2]\n}'],
    ['to lines of Windows', '{\r\n   "a": 1\r\n}', '{\r\n   "a": 1,\r\n   "k": [1, 2]\r\n}'],
    ['behind a comma and a comment', '{\n  "a": 1, /* b */ // c\n}', '{\n  "a": 1, /* b */ // c\n  "k": [1, 2],\n}'],
    ['before a comma that comes late', '{\n  "a": 1 // b\n  ,\n}', '{\n  "a": 1 // b\n  ,\n  "k": [1, 2],\n}'],
    ['where a text looks like a comment', '{\n  "a": "// b"\n}', '{\n  "a": "// b",\n  "k": [1, 2]\n}'],
    ['to a comment alone', '{ // b\n}', '{ // b\n  "k": [1, 2]\n}'],
  ])('%s stands last, as the lines around it do', (_, before, after) => {
    expect(added(before, 'k', [1, 2])).toBe(after)
  })

  it('of several lines is indented as deep as it stands', () => {
    expect(added('{\n    "a": {}\n}', 'k', { b: { c: [] }, d: {} })).toBe(
      '{\n    "a": {},\n    "k": {\n        "b": {\n            "c": []\n        },\n        "d": {}\n    }\n}',
    )
  })
})

describe('a member that is taken out', () => {
  it.each([
    ['alone', '{ "k": 1 }', '{}'],
    ['first on the line', '{"k":1, "a":2}', '{"a":2}'],
    ['last on the line', '{"a":2, "k":1}', '{"a":2}'],
    ['between others', '{\n  "a": 1,\n  "k": {\n    "b": 2\n  },\n  "c": 3\n}', '{\n  "a": 1,\n  "c": 3\n}'],
    ['last of lines', '{\n  "a": 1,\n  "k": 2\n}', '{\n  "a": 1\n}'],
    ['last of lines with a comma', '{\n  "a": 1,\n  "k": 2,\n}', '{\n  "a": 1,\n}'],
    ['of Windows', '{\r\n  "a": 1,\r\n  "k": 2\r\n}', '{\r\n  "a": 1\r\n}'],
  ])('goes with its line and its comma: %s', (_, before, after) => {
    expect(without(before, 'k')).toBe(after)
  })

  it('leaves the comments of its neighbours', () => {
    const before = '{\n  // one\n  "a": 1, // two\n  "k": 2, // mine\n  // three\n  "b": 3 // four\n}'
    const after = without(before, 'k')
    expect(parse(after)).toEqual({ a: 1, b: 3 })
    for (const word of ['one', 'two', 'three', 'four']) expect(after).toContain(`// ${word}\n`)
  })
})

it('a value that is changed leaves every other byte, and is indented as its line', () => {
  const text = '{ // a\n\t"k": "old" /* b */,\n\t"c": [1,2 ]\n}\n'
  expect(changed(text, 'k', { d: 1 })).toBe(text.replace('"old"', '{\n\t\t"d": 1\n\t}'))
  expect(changed(text, 'c', [])).toBe(text.replace('[1,2 ]', '[]'))
})

it('whatever an object has, a member that is added and taken out leaves it as it was; values and others stay', () => {
  const names = fc.constantFrom('a', 'b\n', '"', '//', '__proto__', '')
  const space = fc.constantFrom('', ' ', '\n', '\r\n  ', '\t', ' /* , */ ', ' // }\n')
  const member = fc.tuple(names, fc.jsonValue({ maxDepth: 1, depthSize: 'small' }), space, space)
  const members = fc.uniqueArray(member, { maxLength: 3, minLength: 1, selector: ([name]) => name })
  fc.assert(
    fc.property(members, fc.boolean(), space, (all, comma, end) => {
      const inner = all.map(
        ([name, value, before, after]) => `${before}${JSON.stringify(name)}:${JSON.stringify(value)}${after}`,
      )
      const text = `{${inner.join(',')}${comma ? ',' : ''}${end}}`
      const put = added(text, 'new', { x: ['y'] })
      const values = (of: string) =>
        treeOf(of).children?.map(({ children = [] }) =>
          children.map(node => put && parse(JSON.stringify(node.value ?? node.type))),
        )
      expect(values(put)).toEqual([...(values(text) ?? []), ['new', 'object']])
      expect(without(put, 'new')).toBe(text)
    }),
    { numRuns: 150 },
  )
})
