import { describe, expect, it } from 'vitest'
import { type Conditions, issuesIn, withEdgesOf, worstOf } from '../../src/checks/index.ts'
import { loadFormat } from '../../src/formats/index.ts'
import { pseudoText } from '../../src/service/engine/pseudo/pseudo.ts'
import { corpus } from '../support/corpus.ts'

const into = (target: string): Conditions => ({ source: 'en', target, glossary: [], keep: [] })

const PEOPLE = [
  ['workshop-de.po', 'de'],
  ['workshop-ja.po', 'ja'],
  ['gnucash-de.po', 'de'],
  ['git-gui-de.po', 'de'],
  ['Test_nautilus.af.po', 'af'],
  ['af-pootle.po', 'af'],
  ['gimp-libgimp-ja.po', 'ja'],
] as const

describe('what people translated', () => {
  const files = corpus('po').flatMap(({ name, bytes }) => {
    const target = PEOPLE.find(([people]) => people === name)?.[1]
    return target === undefined ? [] : [{ name, bytes, target }]
  })

  it('is refused at most once in 200 messages, and pseudo text never [ENG-2]', async () => {
    for (const { name, bytes, target } of files) {
      const counted = { messages: 0, refused: 0, pseudo: 0 }
      const conditions = into(target)
      const open = async function* () {
        yield bytes
      }
      for await (const unit of (await loadFormat(name))?.scan(open(), { target: { language: target } }) ?? []) {
        if (unit.left_out !== undefined && unit.left_out !== 'already_translated') continue
        const { text, syntax } = unit
        const accented = pseudoText({ text, ...(syntax !== undefined && { syntax }) }, conditions)
        const pseudo = issuesIn(unit, accented, conditions)
        if (worstOf(pseudo) === 'refuse') counted.pseudo += 1
        if (unit.target === undefined || unit.target.trim() === '' || unit.flags?.includes('fuzzy')) continue
        counted.messages += 1
        const issues = issuesIn(unit, withEdgesOf(unit.text, unit.target), conditions)
        if (worstOf(issues) === 'refuse') counted.refused += 1
      }
      expect(counted.messages, name).toBeGreaterThan(200)
      expect(counted.refused / counted.messages, name).toBeLessThan(1 / 200)
      expect(counted.pseudo, name).toBe(0)
    }
  })
})
