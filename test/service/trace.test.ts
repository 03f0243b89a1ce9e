import { expect, it } from 'vitest'
import { diskIsFull } from '../../src/contract/system-errors.ts'
import { EngineError } from '../../src/service/engine/engine.ts'
import { UnreadableColumn } from '../../src/service/store/stored.ts'
import { isFull, isPassing, traceOf } from '../../src/service/trace.ts'

it('tells name, code and place of an error, never its message [ERR-2]', () => {
  const error = Object.assign(new SyntaxError('Invalid pattern: /secret\n    at secret.ts:1'), { code: 'EIO' })
  const facts = traceOf(error)
  expect(facts).toMatchObject({ error: 'SyntaxError', code: 'EIO', stack: expect.stringContaining('trace.test.ts') })
  expect(JSON.stringify(facts)).not.toContain('secret')
  const renamed = new Error('secret at first')
  renamed.message = 'something else'
  expect(JSON.stringify(traceOf(renamed))).not.toContain('secret')
  expect(traceOf('secret')).toEqual({ error: 'string' })
})

it('tells of an engine why it is not available, which holds nothing of the file', () => {
  const facts = traceOf(new EngineError('passing', 'The model endpoint cannot be reached.'))
  expect(facts).toEqual({ error: 'EngineError', kind: 'passing', why: 'The model endpoint cannot be reached.' })
})

it.each([
  ['SQLITE_BUSY', true, false],
  ['SQLITE_BUSY_SNAPSHOT', true, false],
  ['SQLITE_FULL', true, true],
  ['SQLITE_IOERR_WRITE', true, true],
  ['SQLITE_IOERR_READ', false, false],
  ['ENOSPC', true, true],
  ['EMFILE', true, false],
  ['EACCES', true, false],
  ['EPERM', true, false],
  ['EROFS', true, false],
  ['ENOMEM', true, false],
  ['ERR_WORKER_INIT_FAILED', true, false],
  ['EIO', false, false],
  ['SQLITE_CORRUPT', false, false],
])('says of %s whether it passes: %s, and whether a disk is full: %s', (code, passes, full) => {
  const error = Object.assign(new Error('x'), { code })
  expect([isPassing(error), isFull(error), diskIsFull(error)]).toEqual([passes, full, full])
  expect(isPassing(new Error(code))).toBe(false)
})

it('tells of a column that cannot be read which one it is, and where it was read', () => {
  const facts = traceOf(new UnreadableColumn('column_newer', 'plans.plan_json was written by a newer version.'))
  expect(facts).toMatchObject({
    ...{ error: 'UnreadableColumn', code: 'column_newer', why: 'plans.plan_json was written by a newer version.' },
    stack: expect.stringContaining('trace.test.ts'),
  })
})
