import { randomUUID } from 'node:crypto'
import { ApiError } from '../client/errors.ts'
import type { Questions } from '../mcp/consent/ways.ts'
import type { QuestionDesk } from '../service/consent/questions.ts'
import type { RunningService } from '../service/service.ts'
import { madeDataDir } from './data-dir.ts'
import type { Gateway } from './gateway.ts'
import type { Settings } from './settings.ts'

/** What a service keeps for the MCP server in front of it: the questions about spending, and the addresses for uploads. */
export type Desks = Pick<RunningService, 'questions' | 'uploads'>

export interface DesksOptions {
  readonly gateway: Gateway
  /** The desks, where another part of this process has the data folder open. */
  readonly beside?: (() => Desks | undefined) | undefined
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** The desks of the service inside this program, else those of the data folder. Nothing is opened before it is needed. */
export function createDesks(settings: Settings, { gateway, beside, clock }: DesksOptions) {
  let own: ReturnType<typeof openOwn> | undefined
  return {
    async desks(): Promise<Desks> {
      const open = beside?.()
      if (open !== undefined) return open
      if (gateway.running !== undefined) return await gateway.running()
      own ??= openOwn(settings, clock).catch(error => {
        own = undefined
        throw error
      })
      return await own
    },
    async close(): Promise<void> {
      await (await own?.catch(() => undefined))?.close()
    },
  }
}

/**
 * The questions, for who asks. `alone`: pages that this process opens end with it, so what an agent was told counts in this process only;
 * members answer on pages that are at every process. `ahead`: what a person allowed ahead may be used.
 */
export function questionsAt(
  desks: () => Promise<Pick<Desks, 'questions'>>,
  { alone, ahead }: { readonly alone: boolean; readonly ahead: boolean },
): Questions {
  const desk = async () => (await desks()).questions
  const teller = alone ? randomUUID() : 'server'
  return {
    look: async spending => {
      const { told, ...standing } = await (await desk()).look(spending)
      const ours = told?.by === teller ? { ...told, earlier_no: told.earlier_no ?? undefined } : undefined
      return { ...standing, told: ours }
    },
    tell: async ({ id, where, earlier_no = null }) => (await desk()).tell(id, { where, earlier_no, by: teller }),
    untell: async spending => (await desk()).untell(spending),
    ask: async asked => (await desk()).ask(asked),
    use: async spending => (await desk()).use(spending),
    decline: async (asked, by) => (await desk()).decline(asked, by),
    countWrongCode: async id => (await desk()).countWrongCode(id),
    useCode: async id => (await desk()).useCode(id),
    cover: async (spending, amounts, covers) => (ahead ? (await desk()).cover(spending, amounts, covers) : []),
    release: async (bookings, back) => (await desk()).release(bookings, back),
    close: async spending => (await desk()).close(spending),
  }
}

/** The desks of the data folder, where the API is hosted and no service of this program has the folder open. */
async function openOwn(settings: Settings, clock: () => number): Promise<Desks & { close(): Promise<void> }> {
  const kept = await import('../service/admin/questions.ts').catch(() => undefined)
  // A build for hosted services alone has no place for questions: then only the dialog of the host counts.
  if (kept === undefined) return { questions: NO_PLACE, uploads: NO_UPLOADS, close: async () => undefined }
  const dataDir = await madeDataDir(settings)
  const { serviceSettings } = await import('./service-settings.ts')
  return kept.openDesks({ dataDir, settings: serviceSettings(settings), clock })
}

/** Keeps nothing: no question is open anywhere, no yes waits, and nothing is allowed ahead. */
const NO_PLACE: QuestionDesk = {
  look: async () => ({
    ...{ declined_at: undefined, agreed: undefined, open: undefined },
    ...{ other_agreed: false, told: undefined },
  }),
  tell: async () => undefined,
  untell: async () => undefined,
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

/** Takes no upload. */
const NO_UPLOADS: Desks['uploads'] = {
  async add() {
    const message = 'This build keeps no files. Nothing was done. Send the text itself, or the address of the file.'
    throw new ApiError({ code: 'service_unavailable', message })
  },
  find: async () => undefined,
  hear: async () => undefined,
  begin: async () => false,
  renew: async () => undefined,
  keep: async () => undefined,
  end: async () => undefined,
  close: async () => false,
}
