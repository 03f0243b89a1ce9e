/** A map with at most `limit` entries. It drops the entry that was set longest ago. */
export class Recent<Value> {
  readonly #entries = new Map<string, Value>()
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  get(key: string): Value | undefined {
    return this.#entries.get(key)
  }

  set(key: string, value: Value): void {
    this.#entries.delete(key)
    this.#entries.set(key, value)
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#limit) break
      this.#entries.delete(oldest)
    }
  }

  delete(key: string): void {
    this.#entries.delete(key)
  }
}
