import { describe, expect, it } from 'vitest'
import { SignInFailed } from '../../src/auth/failure.ts'
import { afterRefusal } from '../../src/cli/after-refusal.ts'
import { DataDirRefused } from '../../src/cli/data-dir.ts'
import { USAGES } from '../../src/cli/help/usages.ts'
import { UsageError } from '../../src/cli/usage.ts'
import { AdminRefused } from '../../src/service/domain/admin.ts'
import { SyncRefused } from '../../src/sync/disk/refused.ts'

const { usage } = USAGES.keys

describe('after a refusal a person reads', () => {
  it.each<[Error, string | undefined]>([
    [
      new UsageError('keys create needs --name TEXT.'),
      'Nothing was changed or spent. translation-mcp keys --help shows what it takes.',
    ],
    [new UsageError('Nothing was spent. There is no terminal.'), 'translation-mcp keys --help shows what it takes.'],
    [new SyncRefused('"x" is no file of the project.'), 'Nothing was changed or spent.'],
    [new SyncRefused('Nothing was done: another sync is at work.'), undefined],
    [
      new AdminRefused('key_not_found', 'There is no key k.'),
      'Nothing was changed. translation-mcp keys list shows what there is.',
    ],
    [
      new AdminRefused('workspace_not_found', 'There is none: translation-mcp workspaces list shows them.'),
      'Nothing was changed.',
    ],
    [new AdminRefused('weak_password', 'Too short. Nothing was changed.'), undefined],
    [new DataDirRefused('/x', 'EACCES'), 'Nothing was changed.'],
    [
      new SignInFailed('unreachable', 'https://t.example cannot be reached.'),
      'Nobody was signed in. Check the address after --api-url, or ask whoever runs that service.',
    ],
    [
      new SignInFailed('cancelled', 'The sign-in was cancelled.'),
      'Nobody was signed in. The same command begins anew.',
    ],
    [new SignInFailed('unsaved', 'Mend that, then sign in again.'), undefined],
    // Of any other failure it is not known what it left.
    [new Error('socket hang up'), undefined],
  ])('what was left alone and where to read on, unless it is said: %s', (error, words) => {
    expect(afterRefusal(error, usage)).toBe(words)
  })

  it.each([
    [USAGES.keys.usage, 'Nothing was changed. translation-mcp keys list shows what there is.'],
    [USAGES.credits.usage, 'Nothing was changed.'],
    [undefined, 'Nothing was changed.'],
  ])('names a list only where the command of %j has one', (own, words) => {
    expect(afterRefusal(new AdminRefused('key_not_found', 'There is none.'), own)).toBe(words)
  })

  it.each([
    ['NOTHING IS written yet.', false],
    ['Nothing wasted.', true],
    ['It is nothing.', true],
  ])('takes %s for what was left as it was only where it says so', (message, isAdded) => {
    const words = afterRefusal(new SyncRefused(message), usage)
    expect(words).toBe(isAdded ? 'Nothing was changed or spent.' : undefined)
  })

  it('of the way on no more than the message: a command line is one, the name of the program is none', () => {
    const told = (message: string) => afterRefusal(new UsageError(message), usage)
    expect(told('Type translation-mcp keys list.')).toBe('Nothing was changed or spent.')
    expect(told('Say what translation-mcp: may do.')).toContain('translation-mcp keys --help shows what it takes.')
  })

  it('nothing, of what is no error', () => {
    expect([afterRefusal('Nothing', usage), afterRefusal(undefined, usage)]).toEqual([undefined, undefined])
  })

  it('of the commands, where none was understood', () => {
    expect(afterRefusal(new UsageError('There is no command "x".'), undefined)).toBe(
      'Nothing was changed or spent. translation-mcp --help shows what there is.',
    )
  })

  it('names that folder with its own command too', () => {
    const error = new AdminRefused('key_not_found', 'There is none.')
    expect(afterRefusal(error, usage, { data_dir: '/d' })).toBe(
      'Nothing was changed. translation-mcp keys list --data-dir /d shows what there is.',
    )
  })
})
