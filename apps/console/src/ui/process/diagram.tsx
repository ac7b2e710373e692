// Draws a model, with what stands where marked on it; it can be moved and enlarged, and the watermark of bpmn.io stays as it is.
import { ActionIcon, Text } from '@mantine/core';
import type NavigatedViewer from 'bpmn-js/lib/NavigatedViewer';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../icon/icon.tsx';
import { Failed, Loading } from '../page/states.tsx';
import { useProcessTexts } from './texts.ts';
import 'bpmn-js/dist/assets/diagram-js.css';
import 'bpmn-js/dist/assets/bpmn-js.css';
import './process.css';

/** Marks of elements by class: where a token stands, where one went, what failed, what is chosen. */
export type Marks = Readonly<Record<'k-here' | 'k-taken' | 'k-failed' | 'k-chosen', ReadonlySet<string>>>;

interface DiagramProps {
  readonly xml: string;
  readonly marks: Marks;
  readonly onChoose: (elementId: string | null) => void;
}

interface Canvas {
  zoom(to: 'fit-viewport' | number, center?: 'auto'): number;
  addMarker(element: string, marker: string): void;
  removeMarker(element: string, marker: string): void;
}

interface ElementRegistry {
  get(id: string): unknown;
}

const STEP = 1.25;

const loadViewer = () => import('bpmn-js/lib/NavigatedViewer');
// Whoever loads this file draws a model: the viewer travels beside it. What fails is shown where a model is drawn.
loadViewer().catch(() => undefined);

/** A file may say nothing of where its elements are drawn. */
const isDrawn = (xml: string): boolean => /<(\w+:)?BPMNDiagram\b/.test(xml);

export function Diagram(props: DiagramProps) {
  const texts = useProcessTexts();
  if (isDrawn(props.xml)) return <Drawing {...props} />;
  return (
    <Text size="sm" c="dimmed">
      {texts.noDiagram}
    </Text>
  );
}

function Drawing({ xml, marks, onChoose }: DiagramProps) {
  const texts = useProcessTexts();
  const place = useRef<HTMLDivElement>(null);
  const [viewer, setViewer] = useState<NavigatedViewer | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    const container = place.current;
    if (container === null) return;
    let gone = false;
    let made: NavigatedViewer | null = null;
    const open = async (): Promise<void> => {
      const { default: Viewer } = await loadViewer();
      if (gone) return;
      made = new Viewer({ container });
      await made.importXML(xml);
      (made.get('canvas') as Canvas).zoom('fit-viewport', 'auto');
      setViewer(made);
    };
    open().catch(setFailure);
    return () => {
      gone = true;
      setViewer(null);
      made?.destroy();
    };
  }, [xml]);
  useEffect(() => {
    if (viewer === null) return;
    const canvas = viewer.get('canvas') as Canvas;
    const registry = viewer.get('elementRegistry') as ElementRegistry;
    const marked = Object.entries(marks).flatMap(([marker, ids]) =>
      [...ids].filter((id) => registry.get(id) !== undefined).map((id) => [id, marker] as const),
    );
    for (const [id, marker] of marked) canvas.addMarker(id, marker);
    return () => {
      for (const [id, marker] of marked) canvas.removeMarker(id, marker);
    };
  }, [viewer, marks]);
  useEffect(() => {
    if (viewer === null) return;
    const onClick = ({ element }: { readonly element: { readonly id: string } }): void => onChoose(element.id);
    viewer.on('element.click', onClick);
    return () => viewer.off('element.click', onClick);
  }, [viewer, onChoose]);
  const zoom = (to: 'fit-viewport' | number): void => {
    const canvas = viewer?.get('canvas') as Canvas | undefined;
    if (canvas === undefined) return;
    if (to === 'fit-viewport') canvas.zoom(to, 'auto');
    else canvas.zoom((canvas as unknown as { zoom(): number }).zoom() * to);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form
    <div className="k-diagram" role="group" aria-label={texts.diagram}>
      {failure === null ? null : <Failed error={failure} />}
      {viewer === null && failure === null ? <Loading /> : null}
      <div className="k-diagram-canvas" ref={place} />
      <div className="k-diagram-tools">
        <ActionIcon variant="default" size="lg" aria-label={texts.zoomIn} onClick={() => zoom(STEP)}>
          <Icon name="plus" size={16} />
        </ActionIcon>
        <ActionIcon variant="default" size="lg" aria-label={texts.zoomOut} onClick={() => zoom(1 / STEP)}>
          <Icon name="minus" size={16} />
        </ActionIcon>
        <ActionIcon variant="default" size="lg" aria-label={texts.fit} onClick={() => zoom('fit-viewport')}>
          <Icon name="fit" size={16} />
        </ActionIcon>
      </div>
    </div>
  );
}
