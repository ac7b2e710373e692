// Draws charts as SVG in the rendering thread: ECharts without a screen, measured by the embedded font.
import { BarChart, LineChart, PieChart } from 'echarts/charts';
import { GraphicComponent, GridComponent, LegendComponent, TitleComponent } from 'echarts/components';
import { init, setPlatformAPI, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { createTextMeasure } from '../font/text-measure.ts';
import { htmlText } from '../format/html-text.ts';
import type { ChartNumbers } from './chart-numbers.ts';
import { chartOption } from './chart-option.ts';

/** A chart as an SVG element with a title, whose ids begin with its name. */
export interface DrawnChart {
  readonly numbers: ChartNumbers;
  readonly svg: string;
  /** Width in points. */
  readonly width: number;
  readonly height: number;
}

use([BarChart, LineChart, PieChart, GraphicComponent, GridComponent, LegendComponent, TitleComponent, SVGRenderer]);

type Measure = NonNullable<Parameters<typeof setPlatformAPI>[0]['measureText']>;

const measure = createTextMeasure();
const SIZE_USUAL = 12;
/** Letter whose width ECharts takes for the height of a line; the font does not have it. */
const SQUARE = '国';
const LINE_HEIGHT = 1.2;
setPlatformAPI({
  measureText(text: string, font = '') {
    const size = Number(/([\d.]+)px/.exec(font)?.[1] ?? SIZE_USUAL);
    if (text === SQUARE) return { width: size * LINE_HEIGHT } as ReturnType<Measure>;
    return { width: measure(text, size, /\bbold\b/.test(font)) } as ReturnType<Measure>;
  },
});

/** Removes the running numbers of ECharts and its marks for a pointer. */
function plainSvg(svg: string, name: string): string {
  return svg
    .replace(/<style[^>]*>[\s\S]*?<\/style>/g, '')
    .replace(/ (?:class="zr\d+-cls-\d+"|ecmeta_\w+="[^"]*")/g, '')
    .replace(/\bzr\d+-/g, `${name}-`);
}

/** Draws a chart; `name` is a constant of the program; `width` and `height` are points. */
export function drawChart(
  numbers: ChartNumbers,
  locale: string,
  name: string,
  width: number,
  height: number,
): DrawnChart {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height });
  try {
    chart.setOption(chartOption(numbers, locale, { width, height }));
    const svg = plainSvg(chart.renderToSVGString(), name);
    const title = `<title>${htmlText(numbers.title)}</title>`;
    return { numbers, svg: svg.replace(/^<svg ([^>]*)>/, `<svg role="img" $1>${title}`), width, height };
  } finally {
    // A chart that is not disposed keeps its thread alive.
    chart.dispose();
  }
}
