/** Sends what waits for hooks. */
export class HookWorker {
  /** Looks for due deliveries at once. Each commit of this process that queued deliveries calls it. */
  wake(): void {}

  /** Stops the worker. Resolves when the deliveries that are being sent are finished. */
  async stop(): Promise<void> {}
}
