import { Copy, Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { CodeBlock } from '#app/components/ui/code-block.tsx';
import { Button } from '#app/components/ui/input/button.tsx';
import { Tabs } from '#app/components/ui/input/tabs.tsx';
import { ConfirmDialog } from '#app/components/ui/overlay/confirm-dialog.tsx';
import { Dialog, Sheet } from '#app/components/ui/overlay/dialog.tsx';
import { Disclosure } from '#app/components/ui/overlay/disclosure.tsx';
import { Menu, MenuItem, MenuRule } from '#app/components/ui/overlay/menu.tsx';
import { Popover } from '#app/components/ui/overlay/popover.tsx';
import { Tooltip } from '#app/components/ui/overlay/tooltip.tsx';
import { GalleryRow, GallerySection } from './kit-row.tsx';

type Layer = 'dialog' | 'sheet' | 'confirm';

const body = '{\n  "error": "upstream_unavailable",\n  "retry_after": 25\n}';

const headers = 'content-type: application/json\nx-api-key: {{secret.BILLING}}';
const command = "curl -X POST -H 'x-api-key: ********' 'https://api.example.com/run'";

const tabs = [
  { value: 'url', label: 'URL & Time', panel: <p className="p-4 sm:p-5">The panel of URL and time.</p> },
  { value: 'http', label: 'HTTP', panel: <p className="p-4 sm:p-5">The panel of HTTP.</p> },
  {
    value: 'criterion',
    label: 'Criterion',
    errorCount: 1,
    panel: <p className="p-4 sm:p-5">One field is wrong.</p>,
  },
];

export function LayerSection() {
  const [open, setOpen] = useState<Layer | null>(null);
  const close = () => setOpen(null);
  return (
    <GallerySection title="Layers">
      <MenuRow />
      <GalleryRow label="Dialog, sheet, question">
        <Button onClick={() => setOpen('dialog')}>Open Dialog</Button>
        <Button onClick={() => setOpen('sheet')}>Open Sheet</Button>
        <Button variant="danger" onClick={() => setOpen('confirm')}>
          Delete Jobs
        </Button>
      </GalleryRow>
      <div className="border-t border-border">
        <Tabs label="Parts of the form" tabs={tabs} />
      </div>
      <CodeBlock code={body} label="Response body" isFlat canCopy />
      <CodeBlock code={headers} label="Headers" language="headers" isFlat />
      <CodeBlock code={command} label="Command" language="shell" isFlat />
      <GalleryRow label="Disclosure">
        <Disclosure summary="As a table">
          <p>The same figures as rows.</p>
        </Disclosure>
      </GalleryRow>
      <Layers open={open} close={close} />
    </GallerySection>
  );
}

function MenuRow() {
  return (
    <GalleryRow label="Menu, popover, tooltip">
      <Menu
        label="Actions"
        align="start"
        trigger={<Button size="icon" icon={Ellipsis} label="More actions" />}
      >
        <MenuItem icon={Copy}>Duplicate</MenuItem>
        <MenuItem icon={Pencil} shortcut="e" to="/dev/kit">
          Edit Job
        </MenuItem>
        <MenuItem icon={Copy} isDisabled>
          Not now
        </MenuItem>
        <MenuRule />
        <MenuItem icon={Trash2} isDangerous>
          Delete Job
        </MenuItem>
      </Menu>
      <Popover label="Date range" trigger={<Button>Date Range</Button>}>
        A small form stands here.
      </Popover>
      <Tooltip text="Times are those of the job.">
        <Button>Tooltip</Button>
      </Tooltip>
    </GalleryRow>
  );
}

function Layers({ open, close }: { open: Layer | null; close: () => void }) {
  return (
    <>
      <Dialog
        isOpen={open === 'dialog'}
        onClose={close}
        title="Execution Details"
        description="Everything about one call."
        actions={<Button onClick={close}>Done</Button>}
      >
        <p className="px-4 sm:px-5">Its facts stand here.</p>
      </Dialog>
      <Sheet isOpen={open === 'sheet'} onClose={close} title="Shortcuts">
        <p className="px-4 sm:px-5">Read beside the page.</p>
      </Sheet>
      <ConfirmDialog
        isOpen={open === 'confirm'}
        onCancel={close}
        title="Delete 3 Jobs"
        confirmLabel="Delete"
        onConfirm={close}
      >
        Are you sure? This will permanently delete 3 selected jobs and cannot be undone.
      </ConfirmDialog>
    </>
  );
}
