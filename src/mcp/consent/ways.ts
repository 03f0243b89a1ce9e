import type { Amount } from './amount.ts'

/** One exact spending, as questions about it are kept. */
export interface NamedSpending {
  /** Names caller, translations, plan revisions and amounts together. */
  readonly name: string
  readonly principal: string
  readonly batches: readonly string[]
}

/** A smaller spending that a person may agree to instead, on a page or at a terminal: exactly one as well. */
export interface OfferedSpending {
  readonly name: string
  readonly batches: readonly string[]
  readonly lines: readonly string[]
  /** Of the button or key with which she chooses it. */
  readonly label: string
}

/** A spending that a person is to be asked about. */
export interface AskedSpending extends NamedSpending {
  readonly other?: OfferedSpending | undefined
  /** The member who may answer; undefined where that is whoever is on this machine. */
  readonly member_id: string | undefined
  readonly lines: readonly string[]
}

/** What earlier questions mean for a spending. Moments in milliseconds since 1970. */
export interface Known {
  /** When a person last said no to it, or to another spending for one of its translations. */
  readonly declined_at: number | undefined
  /** The question with a yes that was not used yet. */
  readonly agreed: string | undefined
  /** The question that waits for an answer. */
  readonly open: { readonly id: string; readonly asked_at: number } | undefined
  /** She agreed to the other spending of a question about this one, and that yes was not used yet. */
  readonly other_agreed: boolean
  /** The question of which the agent was told, by this server. */
  readonly told: ToldQuestion | undefined
}

/** A question that waits. `page`: it is on a page that was opened. `earlier_no`: when a person had last said no before it was asked. */
export interface ToldQuestion {
  readonly id: string
  readonly where: 'page' | 'place'
  readonly earlier_no: number | undefined
}

/**
 * The questions whether to spend, kept where also a page and a command of this program can answer them. Each call may fail, as with a
 * full disk: then nothing may be spent.
 */
export interface Questions {
  look(spending: NamedSpending): Promise<Known>
  /** Opens a question, or finds the one that is open for exactly this spending. Gives its id. */
  ask(asked: AskedSpending): Promise<string>
  /** Notes of which question the agent was told: its next call may reach another process of this server. */
  tell(told: ToldQuestion): Promise<void>
  /** Forgets that the agent was told of questions about this spending. */
  untell(spending: NamedSpending): Promise<void>
  /** Uses a yes for exactly this spending, once. False where there is none. */
  use(spending: NamedSpending): Promise<boolean>
  /** A no that was given to the host or at the terminal of a command: ends all that is open about these translations. */
  decline(asked: AskedSpending, by: 'dialog' | 'terminal'): Promise<void>
  /** Counts a wrong code. After five the question has ended. */
  countWrongCode(id: string): Promise<void>
  /** Uses the question whose code was right. False if it has ended meanwhile. */
  useCode(id: string): Promise<boolean>
  /**
   * Books the amounts on what a person allowed ahead, and gives the bookings; empty where that does not cover all of them. `covers`: see
   * AllowedFolder.
   */
  cover(spending: NamedSpending, amounts: readonly Amount[], covers: AllowedFolder): Promise<readonly string[]>
  /** Takes bookings back: the spending did not take place, or of it these amounts did not. */
  release(bookings: readonly string[], back?: readonly Amount[]): Promise<void>
  /** Ends all that is open about these translations, because the spending goes on. */
  close(spending: NamedSpending): Promise<void>
}

/** True if an allowance for this folder (null: for every file) holds for all files of the spending. */
export type AllowedFolder = (folder: string | null) => boolean

/** The page of this program on which the person on this machine answers. Its address is never given to the agent. */
export interface OwnPage {
  /** An address for the host to open; it works once. Undefined where the page could be another user's as well. */
  address(): Promise<string | undefined>
  /** Opens the page in the person's browser. False where no browser can be opened, or the page could be another user's as well. */
  show(): Promise<boolean>
}

/** The ways in which a person can answer apart from the host's dialog. */
export interface Ways {
  readonly questions: Questions
  /** On stdio. */
  readonly page?: OwnPage | undefined
  /** Over HTTP with sign-in: the address of a question's page, which only the member's own browser session opens. */
  readonly memberPage?: ((questionId: string) => string) | undefined
  /** The command with which a person on this machine answers in a terminal; undefined where callers are members. */
  readonly command?: string | undefined
}
