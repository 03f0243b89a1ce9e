import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hides } from '../../../src/contract/hidden.ts'
import {
  checkAdminStays,
  checkPassword,
  memberName,
  normalPassword,
  PASSWORD_LEAST,
  slugOf,
  workspaceName,
  workspaceSlug,
} from '../../../src/service/domain/members.ts'
import { visible } from '../../../src/service/domain/visible.ts'
import { rounds } from '../../support/seed.ts'

const refusal = (code: string) => expect.objectContaining({ name: 'AdminRefused', code })
const anyText = fc.string({
  unit: fc.oneof(
    fc.constantFrom('\u202e', '\u200b', ' ', '\n', 'e\u0301', 'É', 'ß', 'ﬁ', '日', '-'),
    fc.string({ minLength: 1, maxLength: 1 }),
  ),
  maxLength: 120,
})

describe('the name of a member or a workspace', () => {
  it('is kept trimmed and composed, so that one name is not two [OAU-2]', () => {
    expect(memberName('  Jose\u0301  ')).toBe('José')
    expect(workspaceName('\tAcme & Söhne\n')).toBe('Acme & Söhne')
  })

  it.each(['', '   ', 'a\u202eb', 'a\u200bb', 'a\0b', 'x'.repeat(101)])(
    'is not %j: it could pass for another',
    written => {
      expect(() => memberName(written)).toThrow(refusal('invalid_name'))
      expect(() => workspaceName(written)).toThrow(refusal('invalid_name'))
    },
  )

  it('is the same when it is read again, and shows all of itself', () => {
    fc.assert(
      fc.property(anyText, written => {
        let name: string
        try {
          name = memberName(written)
        } catch (error) {
          expect(error).toEqual(refusal('invalid_name'))
          return
        }
        expect(memberName(name)).toBe(name)
        expect(visible(name)).toBe(name)
        expect(hides(name)).toBe(false)
      }),
      { numRuns: rounds(300) },
    )
  })
})

describe('the short name of a workspace', () => {
  it.each(['local', 'a', '7', 'a-b', 'acme-2', 'x'.repeat(40)])('may be %s', slug => {
    expect(workspaceSlug(slug)).toBe(slug)
  })

  it.each(['', '-', 'a-', '-a', 'Acme', 'a b', 'ä', 'a_b', 'a/b', '../a', 'x'.repeat(41), 'a\n'])(
    'may not be %j',
    slug => {
      expect(() => workspaceSlug(slug)).toThrow(refusal('invalid_name'))
    },
  )

  it.each([
    ['Acme & Söhne GmbH', 'acme-sohne-gmbh'],
    ['  Ünïcode!  ', 'unicode'],
    ['ﬁve', 'five'],
    ['日本', ''],
    ['---', ''],
  ])('of %j is made as %j', (name, slug) => {
    expect(slugOf(name)).toBe(slug)
  })

  it('is one wherever it could be made of a name, however long that is', () => {
    fc.assert(
      fc.property(anyText, name => {
        const slug = slugOf(name)
        if (slug !== '') expect(workspaceSlug(slug)).toBe(slug)
      }),
      { numRuns: rounds(500) },
    )
  })
})

describe('a password', () => {
  it('counts by its letters as people see them written, 12 to 500, of any kind [KEY-3]', () => {
    for (const fine of ['x'.repeat(12), '日'.repeat(12), '👍'.repeat(12), 'a b c d e f g', 'x'.repeat(500)]) {
      expect(() => checkPassword(fine)).not.toThrow()
    }
    for (const weak of ['', 'x'.repeat(PASSWORD_LEAST - 1), '👍'.repeat(11), 'e\u0301'.repeat(11), 'x'.repeat(501)]) {
      expect(() => checkPassword(weak), weak).toThrow(refusal('weak_password'))
    }
  })

  it('is the same from every keyboard: composed or not, wide or narrow', () => {
    expect(normalPassword('ｐａｓｓ e\u0301')).toBe(normalPassword('pass é'))
    expect(normalPassword('Pass')).not.toBe(normalPassword('pass'))
  })

  it('that is refused is not repeated in the refusal [KEY-3]', () => {
    expect(() => checkPassword('hunter2')).not.toThrow('hunter2')
    expect(() => checkPassword('hunter2')).toThrow('12 to 500 characters')
  })
})

describe('the last admin', () => {
  const people = fc.uniqueArray(
    fc.record({
      id: fc.constantFrom('a', 'b', 'c', 'd'),
      role: fc.constantFrom('admin' as const, 'member' as const),
      state: fc.constantFrom('active' as const, 'removed' as const),
    }),
    { selector: ({ id }) => id, maxLength: 4 },
  )

  it('stays, and nobody else is kept from leaving [OAU-3]', () => {
    fc.assert(
      fc.property(people, fc.constantFrom('a', 'b', 'c', 'd'), (members, leaving) => {
        const admins = members.filter(({ role, state }) => role === 'admin' && state === 'active').map(({ id }) => id)
        const left = admins.filter(id => id !== leaving)
        const emptied = admins.length > 0 && left.length === 0
        if (emptied) expect(() => checkAdminStays(members, leaving)).toThrow(refusal('last_admin'))
        else expect(() => checkAdminStays(members, leaving)).not.toThrow()
      }),
      { numRuns: rounds(300) },
    )
  })
})

describe('what somebody else wrote, on a page or in a log,', () => {
  it('hides nothing and keeps to its length, whatever it holds [MCP-13]', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 50 }), (text, longest) => {
        const shown = visible(text, longest)
        expect(hides(shown)).toBe(false)
        expect(Array.from(shown).length).toBeLessThanOrEqual(Math.max(longest, 1) * 10)
      }),
      { numRuns: rounds(300) },
    )
  })

  it('names the code point of what does not show, and is cut with a sign', () => {
    expect(visible('a\u202eb\u{e0041}')).toBe('a‹U+202E›b‹U+E0041›')
    expect(visible('x'.repeat(101))).toBe(`${'x'.repeat(99)}…`)
    expect(visible('👍'.repeat(3), 2)).toBe('👍…')
  })
})
