"""Creates the models in `src/reading/recognition/models` from those of the package rapidocr (PyPI, Apache-2.0).

    npm run forms:score -- --half development --kinds scanned --keep SCANS
    node evaluation/recognition/calibration-pictures.mts SCANS PICTURES
    python3 -m venv venv && venv/bin/pip install onnx==1.19.0 onnxruntime==1.32.0 numpy
    venv/bin/pip download --no-deps rapidocr==3.10.0
    venv/bin/python evaluation/recognition/make_models.py rapidocr-3.10.0-py3-none-any.whl PICTURES src/reading/recognition/models

What changes, and why:
- The line reader knows 18,709 characters. Only those of English and Spanish documents are kept, also in the last layer:
  the file is a third smaller, lines are read faster, and no Latin letter is taken for a similar one of another alphabet.
- Both calculate in eight bits, which halves the time, except layers that use the whole page or line. Values are scaled by
  their range on scans of the development half, using the median of the extremes: otherwise, outliers of one picture would
  coarsen the steps of all others. Weights use seven of the eight bits, because a processor without VNNI adds two products in
  sixteen, so every processor reads a page in the same way. The effect of rounding on a layer's mean is subtracted from its bias.
- A GELU becomes a product with a sigmoid, both in bytes, for which the runtime uses tables: a sixth of the time, and a difference below the
  rounding. Its effect on a channel's mean is subtracted from the bias that follows.
- Other large weights are stored as float16 and converted when the model is loaded: half the bytes, the same speed.
"""

import hashlib
import io
import json
import sys
import tempfile
import zipfile
from pathlib import Path

import numpy
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper, version_converter
from onnxruntime.quantization import QuantType
from onnxruntime.quantization.calibrate import CalibrationMethod, TensorsData
from onnxruntime.quantization.qdq_quantizer import QDQQuantizer

# SHA-256 of the source models, from the package's own default_models.yaml.
SOURCES = {
    "PP-OCRv6_det_small.onnx": "090f04ab",
    "PP-OCRv6_rec_small.onnx": "6f327246",
}
HALVED_FROM = 256  # Smaller tensors and those with one row stay unchanged: biases, scales, and shapes that graphs are folded by.
OPSET = 17  # The first one with scales per channel is 13.
LEVELS = 64  # A weight's steps to either side, of seven bits.
DETECTOR_IN_BYTES = ["Conv", "Mul", "Concat", "MaxPool", "Add", "Relu", "Resize"]
READER_IN_BYTES = ["Conv", "Concat", "MaxPool", "Relu"]  # Sums in bytes read worse and not faster.
# The layers of the reader that use the whole line: little of the time, but most of the errors in bytes.
READER_WHOLE = {"Conv.54", "Conv.55", "Conv.56"}
STEEPNESS = 1.702  # The steepness of the sigmoid closest to a GELU's weight; a product differs by at most 0.02.
LINES_STEP = 4  # Every fourth line is measured, and every page.


def is_kept(character: str) -> bool:
    """Returns whether it's printable ASCII, a character of Latin-1, a typographic quote or dash, a box, or a tick."""
    return len(character) == 1 and (
        " " <= character <= "~"
        or "\u00a1" <= character <= "\u00ff"
        or character in "‘’“”–—…•·€™√✓✔✗✘□■☐☑☒"
    )


def keep_characters(model: onnx.ModelProto) -> list[str]:
    """Reduces the last layer. Returns the characters in the order of the classes, without the blank."""
    [stored] = [entry.value for entry in model.metadata_props if entry.key == "character"]
    # The blank is first and the space last; neither is in the list.
    classes = ["", *stored.split("\n"), " "]
    kept = [0, *[index for index, character in enumerate(classes) if is_kept(character)]]
    for tensor in model.graph.initializer:
        if tensor.dims and tensor.dims[-1] == len(classes):
            tensor.CopyFrom(numpy_helper.from_array(numpy_helper.to_array(tensor)[..., kept], tensor.name))
    for output in model.graph.output:
        output.type.tensor_type.shape.dim[-1].dim_value = len(kept)
    del model.graph.value_info[:]
    del model.metadata_props[:]
    return [classes[index] for index in kept[1:]]


def halve(model: onnx.ModelProto) -> None:
    """Stores the large weights as float16, each with a cast that the runtime folds away."""
    casts = []
    for tensor in model.graph.initializer:
        if tensor.data_type != TensorProto.FLOAT or len(tensor.dims) < 2 or numpy.prod(tensor.dims) < HALVED_FROM:
            continue
        name = tensor.name
        half = numpy_helper.to_array(tensor).astype(numpy.float16)
        tensor.CopyFrom(numpy_helper.from_array(half, f"{name}.half"))
        casts.append(helper.make_node("Cast", [f"{name}.half"], [name], to=TensorProto.FLOAT))
    nodes = list(model.graph.node)
    del model.graph.node[:]
    model.graph.node.extend([*casts, *nodes])


def folded(model: onnx.ModelProto) -> onnx.ModelProto:
    """Folds constants and what follows a convolution into it, in an opset with scales per channel."""
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/folded.onnx"
        options.optimized_model_filepath = path
        onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
        return version_converter.convert_version(onnx.load(path), OPSET)


def join_gelus(model: onnx.ModelProto) -> None:
    """Joins the five nodes of a GELU into one. The runtime does so too, but not between nodes in bytes."""
    maker = {output: node for node in model.graph.node for output in node.output}
    users: dict[str, list[onnx.NodeProto]] = {}
    for node in model.graph.node:
        for name in node.input:
            users.setdefault(name, []).append(node)
    gone: set[str] = set()
    joined: dict[str, onnx.NodeProto] = {}
    for erf in [node for node in model.graph.node if node.op_type == "Erf"]:
        divided = maker[erf.input[0]]
        [plus] = users[erf.output[0]]
        [times] = users[plus.output[0]]
        [halved] = users[times.output[0]]
        if [node.op_type for node in (divided, plus, times, halved)] != ["Div", "Add", "Mul", "Mul"]:
            raise SystemExit(f"{erf.name} is of no GELU")
        gone.update(node.output[0] for node in (divided, erf, plus, times))
        result = halved.output[0]
        joined[result] = helper.make_node("Gelu", [divided.input[0]], [result], domain="com.microsoft")
    nodes = [joined.get(node.output[0], node) for node in model.graph.node if node.output[0] not in gone]
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    model.opset_import.append(helper.make_operatorsetid("com.microsoft", 1))


def pictures(folder: Path, kind: str) -> list[numpy.ndarray]:
    """Reads the output of calibration-pictures.mts: planes of float32, named by their size."""
    paths = sorted((folder / kind).glob("*.f32"))[:: LINES_STEP if kind == "lines" else 1]
    if not paths:
        raise SystemExit(f"there are no {kind} in {folder}")
    sizes = [[int(part) for part in path.stem.rsplit("-", 1)[1].split("x")] for path in paths]
    return [
        numpy.fromfile(path, numpy.float32).reshape(1, 3, height, width)
        for path, (width, height) in zip(paths, sizes, strict=True)
    ]


class Measured:
    """The values of a model on pictures."""

    def __init__(self, model: onnx.ModelProto, inputs: list[numpy.ndarray]) -> None:
        stored = {tensor.name for tensor in model.graph.initializer}
        inferred = onnx.shape_inference.infer_shapes(model).graph
        typed = [*inferred.input, *inferred.value_info, *inferred.output]
        floats = {value.name for value in typed if value.type.tensor_type.elem_type == TensorProto.FLOAT}
        used = dict.fromkeys(
            name for node in model.graph.node for name in [*node.input, *node.output] if name in floats - stored
        )
        fed = dict.fromkeys(node.input[0] for node in model.graph.node if node.op_type == "Conv")
        asked = onnx.ModelProto()
        asked.CopyFrom(model)
        outputs: list[tuple[str, str]] = []
        for kind, names in (("Min", used), ("Max", used), ("Mean", fed)):
            axes = {"axes": [0, 2, 3]} if kind == "Mean" else {}
            for name in names:
                asked.graph.node.append(
                    helper.make_node(f"Reduce{kind}", [name], [f"{kind} {name}"], keepdims=0, **axes)
                )
                asked.graph.output.append(helper.make_tensor_value_info(f"{kind} {name}", TensorProto.FLOAT, None))
                outputs.append((kind, name))
        session = onnxruntime.InferenceSession(asked.SerializeToString(), providers=["CPUExecutionProvider"])
        [source] = [value.name for value in session.get_inputs()]
        runs = [session.run([f"{kind} {name}" for kind, name in outputs], {source: one}) for one in inputs]
        sizes = [one.size for one in inputs]
        values = dict(zip(outputs, zip(*runs, strict=True), strict=True))
        self.ranges = {
            name: (numpy.float32(numpy.median(values["Min", name])), numpy.float32(numpy.median(values["Max", name])))
            for name in used
        }
        self.means = {name: numpy.average(values["Mean", name], axis=0, weights=sizes) for name in fed}


def of_one_pixel(model: onnx.ModelProto) -> set[str]:
    """Returns the convolutions of a single pixel: they weight channels, and take no time."""
    single: set[str] = set()
    found: set[str] = set()
    for node in model.graph.node:
        if node.op_type in ("ReduceMean", "GlobalAveragePool"):
            single.update(node.output)
        elif node.op_type in ("Conv", "Relu", "HardSigmoid") and node.input[0] in single:
            single.update(node.output)
            found.add(node.name)
    return found


def take_off_bias(
    model: onnx.ModelProto,
    stored: dict[str, TensorProto],
    node: onnx.NodeProto,
    weights: numpy.ndarray,
    mean: numpy.ndarray,
) -> None:
    """Subtracts from a convolution's bias the result of these weights for these channel means."""
    summed = weights.sum(axis=(2, 3))
    # If each channel is separate, its weights have one column.
    added = summed[:, 0] * mean if summed.shape[1] == 1 else summed @ mean
    if len(node.input) == 2:
        bias = numpy_helper.from_array(numpy.zeros(len(weights), numpy.float32), f"{node.name}.bias")
        model.graph.initializer.append(bias)
        node.input.append(bias.name)
        stored[bias.name] = model.graph.initializer[-1]
    bias = stored[node.input[2]]
    corrected = (numpy_helper.to_array(bias) - added).astype(numpy.float32)
    bias.CopyFrom(numpy_helper.from_array(corrected, bias.name))


def correct_gates(model: onnx.ModelProto, inputs: list[numpy.ndarray]) -> None:
    """Subtracts from the following biases what a sigmoid instead of a GELU adds to a channel's mean."""
    gelus = [node for node in model.graph.node if node.op_type == "Gelu"]
    stored = {tensor.name: tensor for tensor in model.graph.initializer}
    asked = onnx.ModelProto()
    asked.CopyFrom(model)
    names = [name for node in gelus for name in (node.input[0], node.output[0])]
    asked.graph.output.extend(helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in names)
    session = onnxruntime.InferenceSession(asked.SerializeToString(), providers=["CPUExecutionProvider"])
    [source] = [value.name for value in session.get_inputs()]
    offs: dict[str, list[numpy.ndarray]] = {node.output[0]: [] for node in gelus}
    for one in inputs:
        values = dict(zip(names, session.run(names, {source: one}), strict=True))
        for node in gelus:
            given, exact = (values[name] for name in (node.input[0], node.output[0]))
            offs[node.output[0]].append((given / (1 + numpy.exp(-STEEPNESS * given)) - exact).mean(axis=(0, 2, 3)))
    for name, means in offs.items():
        for user in [user for user in model.graph.node if name in user.input]:
            if user.op_type != "Conv":
                raise SystemExit(f"{user.name} follows a GELU")
            weights = numpy_helper.to_array(stored[user.input[1]])
            take_off_bias(model, stored, user, weights, numpy.mean(means, axis=0))


def gate_in_bytes(model: onnx.ModelProto) -> None:
    """Replaces each GELU with a sigmoid and a product in bytes: the runtime has no GELU in bytes, and one in floats takes a third of a line's time."""
    maker = {output: node for node in model.graph.node for output in node.output}
    stored = {tensor.name: tensor for tensor in model.graph.initializer}

    def constant(name: str, value: numpy.ndarray) -> str:
        model.graph.initializer.append(numpy_helper.from_array(value, name))
        return name

    zero = constant("gate.zero", numpy.array(0, numpy.uint8))
    step = constant("gate.step", numpy.array(1 / 255, numpy.float32))
    nodes: list[onnx.NodeProto] = []
    for node in model.graph.node:
        if node.op_type != "Gelu":
            nodes.append(node)
            continue
        name = node.output[0]
        given, scale, middle = maker[node.input[0]].input
        # Reading the bytes with a larger scale saves a product.
        steeper = constant(f"{name}.scale", numpy_helper.to_array(stored[scale]) * numpy.float32(STEEPNESS))
        gate = f"{name}.gate"
        nodes += [
            helper.make_node("DequantizeLinear", [given, steeper, middle], [f"{name}.steeper"]),
            helper.make_node("Sigmoid", [f"{name}.steeper"], [f"{gate}.whole"]),
            helper.make_node("QuantizeLinear", [f"{gate}.whole", step, zero], [f"{gate}.bytes"]),
            helper.make_node("DequantizeLinear", [f"{gate}.bytes", step, zero], [gate]),
            helper.make_node("Mul", [node.input[0], gate], [name]),
        ]
    del model.graph.node[:]
    model.graph.node.extend(nodes)


def correct_biases(model: onnx.ModelProto, measured: Measured, whole: set[str]) -> None:
    """Subtracts from each bias what rounding its weights adds to the output's mean."""
    stored = {tensor.name: tensor for tensor in model.graph.initializer}
    for node in model.graph.node:
        if node.op_type != "Conv" or node.name in whole:
            continue
        weights = numpy_helper.to_array(stored[node.input[1]])
        largest = numpy.abs(weights).max(axis=(1, 2, 3), keepdims=True)
        # A channel with only zero weights has no steps and no rounding.
        steps = numpy.where(largest == 0, 1, largest) / LEVELS
        take_off_bias(model, stored, node, numpy.round(weights / steps) * steps - weights, measured.means[node.input[0]])


def in_bytes(model: onnx.ModelProto, inputs: list[numpy.ndarray], kinds: list[str], whole: set[str]) -> onnx.ModelProto:
    """Converts nodes of these kinds to eight bits, except those that stay in floats."""
    measured = Measured(model, inputs)
    kept = whole | of_one_pixel(model)
    correct_biases(model, measured, kept)
    quantizer = QDQQuantizer(
        model,
        per_channel=True,
        reduce_range=True,
        weight_qType=QuantType.QInt8,
        activation_qType=QuantType.QUInt8,
        tensors_range=TensorsData(CalibrationMethod.MinMax, measured.ranges),
        nodes_to_quantize=[],
        nodes_to_exclude=sorted(kept),
        op_types_to_quantize=kinds,
        extra_options={"WeightSymmetric": True},
    )
    quantizer.quantize_model()
    quantizer.model.topological_sort()
    return quantizer.model.model


def main(wheel: str, calibration: str, folder: str) -> None:
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(wheel) as package:
        for name, digest in SOURCES.items():
            data = package.read(f"rapidocr/models/{name}")
            if not hashlib.sha256(data).hexdigest().startswith(digest):
                raise SystemExit(f"{name} is not what it was: its SHA-256 does not begin with {digest}")
            model = onnx.load(io.BytesIO(data))
            is_reader = "_rec_" in name
            if is_reader:
                characters = keep_characters(model)
                (target / "characters.json").write_text(json.dumps(characters, ensure_ascii=False) + "\n")
            model = folded(model)
            join_gelus(model)
            inputs = pictures(Path(calibration), "lines" if is_reader else "pages")
            kinds = READER_IN_BYTES if is_reader else DETECTOR_IN_BYTES
            correct_gates(model, inputs)
            model = in_bytes(model, inputs, kinds, READER_WHOLE if is_reader else set())
            gate_in_bytes(model)
            halve(model)
            onnx.checker.check_model(model)
            onnx.save(model, str(target / ("reader.onnx" if is_reader else "detector.onnx")))


if __name__ == "__main__":
    main(*sys.argv[1:])
