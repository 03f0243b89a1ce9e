import { shellWord } from '../contract/shell-word.ts'
import type { OwnPage, Ways } from '../mcp/consent/ways.ts'
import type { QuestionDesk } from '../service/consent/questions.ts'
import type { ApprovalPage } from './approval-page.ts'
import type { Environment } from './config.ts'
import { dataDirOf, madeDataDir } from './data-dir.ts'
import type { Gateway } from './gateway.ts'
import { ownCommand } from './own-command.ts'
import type { Settings } from './settings.ts'

export interface WaysOptions {
  readonly gateway: Gateway
  /** The questions, where another part of this process has the data folder open. */
  readonly questions?: (() => QuestionDesk | undefined) | undefined
  readonly env: Environment
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** True where assistants call; false for a command at a terminal. */
  readonly assistants: boolean
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
  { gateway, questions, assistants, env, clock, page, members, signedIn }: WaysOptions,
): { readonly ways: Ways; close(): Promise<void> } {
  let own: Promise<{ desk: QuestionDesk; close(): Promise<void> }> | undefined
  const desk = async () => {
    const beside = questions?.()
    if (beside !== undefined) return beside
    if (gateway.running !== undefined) return (await gateway.running()).questions
    own ??= openOwn(settings, clock).catch(error => {
      own = undefined
      throw error
    })
    return (await own).desk
  }
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
      questions: {
        look: async spending => (await desk()).look(spending),
        ask: async asked => (await desk()).ask(asked),
        use: async spending => (await desk()).use(spending),
        decline: async (asked, by) => (await desk()).decline(asked, by),
        countWrongCode: async id => (await desk()).countWrongCode(id),
        useCode: async id => (await desk()).useCode(id),
        // A person at a terminal answers for herself: what she allowed ahead is for assistants.
        cover: async (spending, amounts, covers) => (assistants ? (await desk()).cover(spending, amounts, covers) : []),
        release: async (bookings, back) => (await desk()).release(bookings, back),
        close: async spending => (await desk()).close(spending),
      },
      ...(page && { page: ownPage }),
      ...(members !== undefined && { memberPage: (id: string) => `${members}/approvals#${id}` }),
      ...(!signedIn && { command }),
    },
    async close() {
      ;(await made)?.close()
      await (await own?.catch(() => undefined))?.close()
    },
  }
}

/** The questions of the data folder, where the API is hosted and no service of this program has the folder open. */
async function openOwn(settings: Settings, clock: () => number) {
  const kept = await import('../service/admin/questions.ts').catch(() => undefined)
  // A build for hosted services alone has no place for questions: then only the dialog of the host counts.
  if (kept === undefined) return { desk: NO_PLACE, close: async () => undefined }
  const dataDir = await madeDataDir(settings)
  const { serviceSettings } = await import('./service-settings.ts')
  return kept.openQuestions({ dataDir, settings: serviceSettings(settings), clock })
}

/** Keeps nothing: no question is open anywhere, no yes waits, and nothing is allowed ahead. */
const NO_PLACE: QuestionDesk = {
  look: async () => ({ declined_at: undefined, agreed: undefined, open: undefined, other_agreed: false }),
  ask: async () => '',
  use: async () => false,
  decline: async () => undefined,
  countWrongCode: async () => undefined,
  useCode: async () => false,
  cover: async () => [],
  release: async () => undefined,
  close: async () => undefined,
  waiting: async () => [],
  answer: async () => false,
}
