import { shellWord } from '../contract/shell-word.ts'
import type { OwnPage, Ways } from '../mcp/consent/ways.ts'
import type { ApprovalPage } from './approval-page.ts'
import type { Environment } from './config.ts'
import { dataDirOf, madeDataDir } from './data-dir.ts'
import { type Desks, questionsAt } from './desks.ts'
import { ownCommand } from './own-command.ts'
import type { Settings } from './settings.ts'

export interface WaysOptions {
  readonly desks: () => Promise<Desks>
  readonly env: Environment
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** True where assistants call; false for a command at a terminal. */
  readonly assistants: boolean
  /** True where this process alone serves its callers, and not as one of several. */
  readonly alone: boolean
  /** True on stdio, where the person sits at this machine and an assistant calls. */
  readonly page: boolean
  /** The address at which members sign in at the service inside this program; absent where callers are not its members. */
  readonly members?: string | undefined
  /** True where callers are members: then nobody at a terminal answers for them. */
  readonly signedIn: boolean
}

/** The ways to answer questions about spending, and how to end what they started. Nothing is opened before it is needed. */
export function createWays(
  settings: Settings,
  { desks, assistants, env, clock, alone, page, members, signedIn }: WaysOptions,
): { readonly ways: Ways; close(): Promise<void> } {
  const desk = async () => (await desks()).questions
  const command = `${ownCommand()} approve --data-dir ${shellWord(dataDirOf(settings))}`
  let made: Promise<ApprovalPage> | undefined
  const shown = () => {
    made ??= import('./approval-page.ts').then(({ createApprovalPage }) =>
      createApprovalPage({
        ...{ desk, clock, machine: { platform: process.platform, env } },
        folder: () => madeDataDir(settings),
        command,
      }),
    )
    return made
  }
  const ownPage: OwnPage = {
    address: async () => (await shown()).address(),
    show: async () => (await shown()).show(),
  }
  return {
    ways: {
      // A person at a terminal answers for herself: what she allowed ahead is for assistants.
      questions: questionsAt(desks, { alone, ahead: assistants }),
      ...(page && { page: ownPage }),
      ...(members !== undefined && { memberPage: (id: string) => `${members}/approvals#${id}` }),
      ...(!signedIn && { command }),
    },
    async close() {
      ;(await made)?.close()
    },
  }
}
