/**
 * A separate process that draws the sandbox's stub files, one after the other. It receives and answers
 * messages, and ends with the process that started it (renderer.ts).
 */
import { billingLedgerPdf } from './deliverables/billing-ledger-pdf';
import { chartPdf } from './deliverables/chart-pdf';
import { imagingZip } from './deliverables/imaging-zip';
import type { StubFile } from './renderer';

async function draw({ kind, input }: StubFile): Promise<Uint8Array> {
  switch (kind) {
    case 'medicalRecord':
      return chartPdf(input);
    case 'billing':
      return billingLedgerPdf(input);
    case 'imaging':
      return imagingZip(input);
  }
}

process.on('message', (file: StubFile) => {
  // A failure ends the process, and with it the job.
  void draw(file).then(bytes => process.send?.(bytes));
});
process.on('disconnect', () => process.exit(0));
