import type { Sealing } from './domain/sealing.ts'
import type { Database } from './store/database.ts'
import * as kept from './store/upload-addresses.ts'

/** An upload address of the MCP server, as it is kept. `held` is that server's own, and not read here. */
export interface ShownAddress {
  readonly id: string
  readonly principal: string
  readonly held: string
  readonly caller: string | undefined
  readonly closed: boolean
  readonly sending: boolean
  /** Milliseconds since 1970. */
  readonly expires_at: number
}

type Became = Pick<ShownAddress, 'held' | 'closed'>

/** The addresses to which callers send files over MCP: in the database, so that every process of the service knows them. */
export interface UploadDesk {
  /** The oldest give way where a principal, or all together, have too many. */
  add(
    address: Pick<ShownAddress, 'id' | 'principal' | 'held' | 'caller' | 'expires_at'> & {
      /** SHA-256 of the secret in the address, in hex. */
      readonly secret_hash: string
    },
  ): Promise<void>
  find(by: { readonly id: string } | { readonly secret_hash: string }): Promise<ShownAddress | undefined>
  /** Notes the newest permission of its caller; where nothing seals it, it is not kept. */
  hear(id: string, caller: string): Promise<void>
  /** Takes the turn to send, for half a minute. False while another has it, or once it is closed. */
  begin(id: string, sender: string): Promise<boolean>
  renew(id: string, sender: string): Promise<void>
  /** Keeps what became of it; with a sender, only while that one has the turn. */
  keep(id: string, became: Became, sender?: string): Promise<void>
  /** The same, and ends the turn. */
  end(id: string, became: Became, sender: string): Promise<void>
  /** Closes it, unless somebody sends: then false. */
  close(id: string): Promise<boolean>
}

export interface UploadDeskParts {
  readonly db: Database
  readonly clock: () => number
  /** Seals permissions of callers; undefined where the processes share no secret, and one process has them in memory. */
  readonly sealing: Sealing | undefined
}

export function uploadDesk({ db, clock, sealing }: UploadDeskParts): UploadDesk {
  const sealed = (id: string, caller: string | undefined) =>
    caller === undefined || sealing === undefined ? null : sealing.seal(caller, id)
  return {
    add: ({ held, caller, ...address }) =>
      kept.addAddress(db, {
        ...address,
        ...{ held_json: held, caller: sealed(address.id, caller), created_at: clock() },
      }),
    async find(by) {
      const row = await kept.findAddress(db, by)
      if (row === undefined) return undefined
      const { id, principal, held_json: held, expires_at } = row
      const caller = row.caller === null ? undefined : sealing?.unseal(row.caller, id)
      return { id, principal, held, expires_at, caller, closed: row.closed === 1, sending: kept.isSent(row, clock()) }
    },
    async hear(id, caller) {
      const text = sealed(id, caller)
      if (text !== null) await kept.noteCaller(db, id, text)
    },
    begin: (id, sender) => kept.beginSending(db, id, sender, clock()),
    renew: (id, sender) => kept.renewSending(db, id, sender, clock()),
    keep: (id, became, sender) => kept.keepAddress(db, id, became, sender),
    end: (id, became, sender) => kept.endSending(db, id, became, sender),
    close: id => kept.closeAddress(db, id, clock()),
  }
}
