import { describe, expect, it } from 'vitest'
import { forPeople } from '../../src/cli/translate/failure.ts'
import { ApiError, FAULTS } from '../../src/client/errors.ts'
import { ERRORS } from '../../src/contract/errors.ts'
import { failureText, ToolRefusal } from '../../src/mcp/failure.ts'
import { FileRefused } from '../../src/mcp/files/boundary.ts'
import { TOOLS } from '../../src/mcp/tools/index.ts'

const where = { tool: 'create_batch', effect: 'create', changed: false, report: () => undefined } as const
const CODES = [...Object.keys(ERRORS), ...Object.keys(FAULTS), 'a_code_of_tomorrow', 'constructor']

describe('a failure at a terminal', () => {
  it.each(CODES)('%s is told in words for a person, with the id to quote [MCP-7]', code => {
    for (const { name: tool } of TOOLS) {
      const error = new ApiError({ code, message: 'It did not go well', request_id: 'req_1', param: 'filename' })
      const told = forPeople(failureText(error, { ...where, tool }))
      expect(told).toMatch(/^It did not go well\..*\(request_id: req_1\)$/)
      for (const { name } of TOOLS) expect(told).not.toContain(name)
      expect(told).not.toMatch(/Next:|parameter:|changing the call|\/v1\//)
    }
  })

  it.each([...Object.keys(ERRORS), ...Object.keys(FAULTS)])(
    '%s says what was changed or spent, and who can mend it how',
    code => {
      const told = forPeople(failureText(new ApiError({ code, message: 'It did not go well.' }), where))
      const [, ...after] = told.split(/(?<=\.) /)
      const isLeft = (sentence: string) =>
        /\bnothing was\b|spends nothing twice|is not known|is kept|as it is|half-written/i.test(sentence)
      const mends =
        /^(?:Set|Use|Ask|Check|Change|Correct|Write|Wait|Try|Split|Run|Sign|Translate|Only you|Whoever|The same|translation-mcp|--\w+)/i
      expect(after.filter(isLeft), told).not.toEqual([])
      expect(
        after.filter(sentence => mends.test(sentence)),
        told,
      ).not.toEqual([])
    },
  )

  it('says once that nothing was spent, where the message says so', () => {
    const message = 'Nobody is signed in. Run `login`. Nothing was changed or spent.'
    expect(forPeople(failureText(new ApiError({ code: 'sign_in_required', message }), where))).toBe(
      `${message} Only you can sign in; the same command goes on after that.`,
    )
  })

  it('that a file caused keeps its words', () => {
    const error = new FileRefused('file_empty', 'The file "a.txt" is empty: there is nothing to translate.')
    expect(forPeople(failureText(error, where))).toBe('The file "a.txt" is empty: there is nothing to translate.')
  })

  it('that the server refused leaves out the sentences for an agent', () => {
    const error = new ToolRefusal('over_cap', [
      'Nothing was spent: this costs 5 credits. The most is 1.',
      'Make the plan smaller with plan_batch.',
    ])
    expect(forPeople(failureText(error, where))).toBe(
      'Nothing was spent: this costs 5 credits. The most is 1. Ask for fewer languages or parts, or raise --max-credits.',
    )
  })

  it('leaves out an address of the API, not the sentence before it', () => {
    const message = '“Klingon” is not supported. GET /v1/languages lists them; write one of its names.'
    const told = forPeople(failureText(new ApiError({ code: 'language_not_supported', message }), where))
    expect(told).toBe(
      '“Klingon” is not supported. Nothing was spent. Write the language in English or as a tag such as de or pt-BR.',
    )
  })

  it('says that a lost answer costs nothing twice [CRE-10]', () => {
    for (const code of ['network_error', 'timeout', 'service_unavailable', 'internal_error']) {
      const told = forPeople(failureText(new ApiError({ code, message: 'No answer.' }), where))
      expect(told).toContain('finds the translation again and spends nothing twice')
    }
  })

  it('that nobody foresaw says at least so, and holds no detail', () => {
    expect(forPeople(failureText(new Error('secret /path'), where))).not.toContain('secret')
    expect(forPeople('approve_batch refused (odd).\nCall get_batch.')).toBe('It failed (odd).')
    expect(forPeople('')).toBe('It failed.')
  })
})
