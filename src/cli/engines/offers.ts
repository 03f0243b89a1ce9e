import { visible } from '../../mcp/render/data.ts'
import type { EngineAbout } from '../../service/engine/about.ts'
import { ENGINES } from '../../service/engine/engines.ts'
import { LOCAL_SERVERS } from '../../service/engine/local-servers.ts'
import { ownCommand } from '../own-command.ts'
import type { FoundServer } from './find-local.ts'

/** A way to have texts translated on a machine that has none yet. */
export interface EngineOffer {
  readonly name: string
  readonly title: string
  readonly cost: string
  /** Who sees the text. */
  readonly seen_by: string
  /** The one command that it needs, as it is typed. */
  readonly command: string
  /** What `engine use` takes for it; undefined where that cannot set it up. */
  readonly use: string | undefined
  /** True for a server of models that answers on this machine now. */
  readonly found: boolean
}

/** All ways, in the order in which they are shown: one line each, the servers of this machine in the first. */
export function engineOffers(found: readonly FoundServer[]): readonly EngineOffer[] {
  const own = ownCommand()
  const engines = ENGINES.toSorted((a, b) => Number(a.by_caller ?? false) - Number(b.by_caller ?? false))
  return [localOffer(found, own), ...engines.flatMap(about => offersOf(about, own)), hostedOffer(own)]
}

function offersOf({ name, by_caller, offer }: EngineAbout, own: string): readonly EngineOffer[] {
  if (offer === undefined) return []
  const { title, cost, seen_by, install } = offer
  const use = by_caller === true || install !== undefined ? undefined : name
  const command = install ?? (by_caller === true ? `${own} setup` : `${own} engine use ${name}`)
  return [{ name, title, cost, seen_by, command, use, found: false }]
}

function hostedOffer(own: string): EngineOffer {
  return {
    ...{ name: 'hosted', title: 'a hosted service', cost: 'its credits', seen_by: 'that service sees the text' },
    ...{ command: `${own} login --api-url URL`, use: undefined, found: false },
  }
}

function localOffer(found: readonly FoundServer[], own: string): EngineOffer {
  const ready = found.find(({ model }) => model !== undefined) ?? found[0]
  const name = (ready?.server ?? LOCAL_SERVERS[0])?.name ?? ''
  const titles = LOCAL_SERVERS.map(({ title }) => title)
  const title =
    ready === undefined
      ? `${titles.slice(0, -1).join(', ')} or ${titles.at(-1)}, none of which runs here now`
      : found.map(foundWords).join(' and ')
  return {
    ...{ name, title, cost: 'free', seen_by: 'nobody else sees the text' },
    ...{ command: `${own} engine use ${name}`, use: name, found: ready !== undefined },
  }
}

function foundWords({ server, model }: FoundServer): string {
  return model === undefined
    ? `${server.title}, found here without a model`
    : `${server.title}, found here with ${model}`
}

/** One line each, the command first. `numbers`: what stands before it, by the name of the offer. */
export function offerLines(
  offers: readonly EngineOffer[],
  numbers: ReadonlyMap<string, number> = new Map(),
): readonly string[] {
  const width = Math.max(...offers.map(({ command }) => command.length))
  return offers.map(({ name, command, title, cost, seen_by }) => {
    const number = numbers.size === 0 ? '' : `${numbers.get(name) ?? ' '}  `
    return `  ${number}${command.padEnd(width)}  ${visible(title)}: ${cost}; ${seen_by}`
  })
}

/** The same for a program. */
export function offersJson(offers: readonly EngineOffer[]) {
  return offers.map(({ name, title, cost, seen_by, command, found }) => ({
    ...{ name, title, cost, seen_by, command, found },
  }))
}
