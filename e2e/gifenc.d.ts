/** Types for the used part of the library gifenc, which has no types of its own. */
declare module 'gifenc' {
  type Palette = number[][]
  const gifenc: {
    GIFEncoder(): {
      /** `delay` is in milliseconds. */
      writeFrame(
        pixels: Uint8Array,
        width: number,
        height: number,
        options: { palette: Palette; delay: number },
      ): void
      finish(): void
      bytes(): Uint8Array
    }
    /** `pixels` are RGBA. */
    quantize(pixels: Uint8Array, colors: number): Palette
    applyPalette(pixels: Uint8Array, palette: Palette): Uint8Array
  }
  export default gifenc
}
